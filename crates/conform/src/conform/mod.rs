//! A program that speaks the Go Text Protocol, compared with a ruleset node by node.
//!
//! The program is led through games side by side with the referee's ruling: every short game, in
//! the order of their lengths, then random games. At each node the moves that it takes to be legal
//! are compared with those of the ruleset ([`walk`]). A difference is shown by the shortest game
//! that is known, with the clause of the ruleset that the program breaks ([`finding`]).
//!
//! Without a ruleset, those are found that explain what the program does ([`mod@infer`]): a ruleset
//! that contradicts no node *agrees*; that it *is* the program's cannot be known.
//!
//! # What can be asked
//! * Which moves are legal: by `kata-raw-nn`, by `is_legal`, or by `play` and taking back. Some
//!   programs accept by `play` what their own rules bar.
//! * Whether a game has ended: the protocol has no command for it. A program that takes nothing to
//!   be legal somewhere, not even a pass, is taken to tell ends. Of one that never does, the end is
//!   not compared.
//! * The score of a game that has ended: by `final_score`, which may estimate which stones are
//!   dead. So another score counts as a difference only if that is asked for.
//!
//! # Bounds
//! A reply is waited for no longer than a limit of time, and no longer line or reply is read than
//! [`program::MAX_LINE_BYTES`] and [`program::MAX_REPLY_BYTES`]. The nodes that are kept have a
//! limit too. With n intersections a node costs about n commands, or n and as many to take back.

pub mod candidates;
pub mod finding;
pub mod infer;
pub mod observe;
pub mod path;
pub mod program;
pub mod record;
pub mod session;
pub mod walk;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use candidates::Candidate;
use finding::Cause;
use infer::{Bench, Chosen, Inferred, Kept, MAX_APART, infer};
use observe::Judged;
use program::{Fault, Program};
use record::{CandidateRecord, Difference, FaultRecord, InferredRecord, Report, Verdict, Walked, names};
use session::{Asked, Identity, MAX_SIDE, Sides, Size};
use superko_go::bits::{PointSet, Words};
use superko_go::board::{LargeSet, MAX_POINTS};
use superko_query::report::records::{SCHEMA, option_values};
use superko_rules::Rules;
use walk::{Effort, Walk};

/// What is to be compared.
pub struct Plan {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The boards, each of which gets a run of the program of its own. Where rules are inferred and
    /// none of them is small, [`DEFAULT_BOARDS`] are looked at before them, as rules are told apart
    /// there.
    pub boards: Vec<Sides>,
    /// Whether a board that the program refuses is left out, if it takes another.
    pub may_skip: bool,
    /// The ruleset; without one those are inferred that explain what the program does.
    pub rules: Option<Rules>,
    /// How the program is asked for legal moves; `None` for the first way that it knows.
    pub asked: Option<Asked>,
    /// How much is asked on each board.
    pub effort: Effort,
    /// How long a reply is waited for.
    pub timeout: Duration,
    /// How long all may take.
    pub time: Option<Duration>,
    /// Set when the run is to end.
    pub interrupted: Arc<AtomicBool>,
}

/// The boards on which a program is looked at unless others are given.
pub const DEFAULT_BOARDS: [Sides; 2] = [Sides { rows: 2, cols: 2 }, Sides { rows: 3, cols: 3 }];

/// Of the time that is left, the part for a board that was added is the whole divided by this.
const ADDED_SHARE: u32 = 4;

/// How long candidates are still judged after an interruption of the games.
const AFTER_INTERRUPTION: Duration = Duration::from_secs(5);

/// A walk on a board of whatever size, over sets that have a bit for each intersection and one more.
enum Any {
    Words1(Box<Chosen<u64>>),
    Words6(Box<Chosen<Words<6>>>),
    Large(Box<Chosen<LargeSet>>),
}

const _: () = assert!(LargeSet::BITS > MAX_SIDE * MAX_SIDE);

macro_rules! either {
    ($any:expr, $chosen:ident => $does:expr) => {
        match $any {
            Any::Words1($chosen) => $does,
            Any::Words6($chosen) => $does,
            Any::Large($chosen) => $does,
        }
    };
}

impl Any {
    fn bench(&mut self) -> &mut dyn Bench {
        either!(self, chosen => &mut **chosen)
    }
}

/// Compares a program as planned.
///
/// # Errors
/// Why the ruleset is not played on one of the boards, in one line. What is wrong with the program
/// stands in the report.
pub fn conform(plan: &Plan, tell: &dyn Fn(String)) -> Result<Report, String> {
    let began = Instant::now();
    // Where rules are inferred, a part of the time is left for that.
    let share = |time: Duration| if plan.rules.is_some() { time } else { time * 2 / 3 };
    let mut run = Run {
        plan,
        deadline: plan.time.map(|time| began + share(time)),
        end: plan.time.map(|time| began + time),
        walks: Vec::new(),
        refused: None,
        fault: None,
    };
    let small = plan.rules.is_none() && plan.boards.iter().all(|sides| sides.points() > MAX_APART);
    let more = DEFAULT_BOARDS.iter().filter(|_| small).map(|sides| (*sides, true));
    for (sides, added) in more.chain(plan.boards.iter().map(|sides| (*sides, false))) {
        let done = match sides.points() {
            0..=MAX_POINTS => run.board(sides, added, tell, |walk| Any::Words1(Box::new(walk)))?,
            65..=383 => run.board(sides, added, tell, |walk| Any::Words6(Box::new(walk)))?,
            _ => run.board(sides, added, tell, |walk| Any::Large(Box::new(walk)))?,
        };
        if !done {
            break;
        }
    }
    if run.walks.is_empty() {
        run.fault = run.fault.or(run.refused.take());
    }
    let inferred = plan.rules.is_none().then(|| run.infer(tell));
    Ok(run.report(inferred, began.elapsed()))
}

struct Run<'p> {
    plan: &'p Plan,
    /// When the games are to end, and when all is.
    deadline: Option<Instant>,
    end: Option<Instant>,
    walks: Vec<Any>,
    /// A board that was left out.
    refused: Option<Broken>,
    fault: Option<Broken>,
}

/// A fault with the board and the moves that the program had made.
type Broken = (Fault, Option<String>, Vec<String>);

impl Run<'_> {
    /// Walks on a board; if it was `added` to those that were given, for a part of the time, and it
    /// is left out if the program refuses it. Returns whether the next one is to follow.
    fn board<S: Size>(
        &mut self,
        sides: Sides,
        added: bool,
        tell: &dyn Fn(String),
        any: impl FnOnce(Chosen<S>) -> Any,
    ) -> Result<bool, String> {
        let plan = self.plan;
        if let Some(rules) = plan.rules {
            S::game(rules, &S::board(sides).map_err(|error| error.to_string())?)?;
        }
        let part = |deadline: Instant| {
            let now = Instant::now();
            now + deadline.saturating_duration_since(now) / ADDED_SHARE
        };
        let deadline = if added { self.deadline.map(part) } else { self.deadline };
        let started = Program::start(&plan.command, plan.timeout, Arc::clone(&plan.interrupted), deadline);
        let walk = match started {
            Ok(program) => Walk::<S>::new(program, sides, plan.rules, plan.asked, plan.effort)?,
            Err(fault) => Err(fault),
        };
        match walk {
            Ok(walk) => {
                let mut chosen = Chosen { walk, last: Vec::new(), may_ask: true };
                let ran = chosen.walk.run(&self.settled(), tell);
                let part = added && !plan.interrupted.load(Relaxed) && ran == Err(Fault::Stopped);
                let done = ran.is_ok() || part;
                // Which moves have been made in a program whose reply was not waited for is not known.
                chosen.may_ask = ran.is_ok();
                if let Err(fault) = ran.or_else(|fault| if part { Ok(()) } else { Err(fault) }) {
                    let session = &chosen.walk.session;
                    self.fault = Some((fault, Some(sides.to_string()), names(&session.board, session.at())));
                }
                self.walks.push(any(chosen));
                Ok(done)
            }
            Err(fault) => {
                let skipped = (added || plan.may_skip) && matches!(fault, Fault::Refuses { .. });
                let broken = Some((fault, Some(sides.to_string()), Vec::new()));
                *(if skipped { &mut self.refused } else { &mut self.fault }) = broken;
                Ok(skipped)
            }
        }
    }

    /// What the differences are about of which the shortest game is known on some board.
    fn settled(&self) -> BTreeSet<Cause> {
        let mut settled = BTreeSet::new();
        for any in &self.walks {
            either!(any, chosen => {
                let shortest = chosen.walk.shown().filter(|finding| chosen.walk.is_shortest(finding));
                settled.extend(shortest.map(|finding| finding.cause.clone()));
            });
        }
        settled
    }

    fn infer(&mut self, tell: &dyn Fn(String)) -> Inferred {
        let interrupted = Arc::clone(&self.plan.interrupted);
        let before = interrupted.load(Relaxed);
        let end = if before { Some(Instant::now() + AFTER_INTERRUPTION) } else { self.end };
        let over =
            move || !before && interrupted.load(Relaxed) || end.is_some_and(|end| Instant::now() >= end);
        for any in &mut self.walks {
            either!(any, chosen => chosen.walk.session.program.deadline = end);
        }
        // A program that is broken is asked no more.
        let broken = self.fault.is_some();
        let mut benches: Vec<&mut dyn Bench> = self.walks.iter_mut().map(Any::bench).collect();
        let (inferred, fault) = infer(&mut benches, self.plan.effort.score, !broken, &over, tell);
        let stopped = (over() && !broken).then_some(Fault::Stopped);
        if let Some(fault) = fault.or(stopped) {
            self.fault = Some((fault, None, Vec::new()));
        }
        inferred
    }

    /// The differences of all boards; of those about the same on several boards that with the
    /// shortest game.
    fn differences(&self) -> Vec<Difference> {
        let rules = self.plan.rules.map_or("any rules".to_string(), |rules| rules.to_string());
        let mut all = Vec::new();
        for any in &self.walks {
            either!(any, chosen => {
                let shown = chosen.walk.shown();
                all.extend(shown.map(|finding| {
                    let shortest = chosen.walk.is_shortest(finding);
                    (finding.cause.clone(), Difference::of(chosen, &rules, finding, shortest))
                }));
            });
        }
        all.sort_by(|(a, one), (b, other)| (one.moves.len(), a).cmp(&(other.moves.len(), b)));
        let mut seen = BTreeSet::new();
        all.retain(|(cause, _)| seen.insert(cause.clone()));
        all.into_iter().map(|(_, difference)| difference).collect()
    }

    fn walked(&self) -> Vec<Walked> {
        self.walks.iter().map(|any| either!(any, chosen => walked(&chosen.walk))).collect()
    }

    fn inferred(&self, inferred: &Inferred) -> InferredRecord {
        let tells_end = self.tells_end();
        let judged = Judged { tells_end, first_only: false, over: &|| false };
        let explained = |any: &Any, rules: Rules| either!(any, chosen => chosen.explained(&[rules], &judged).into_iter().flatten().next());
        let sum = |numbers: &mut dyn Iterator<Item = [usize; 3]>| {
            numbers.fold([0; 3], |sum, more| std::array::from_fn(|place| sum[place] + more[place]))
        };
        let record = |one: &Candidate| {
            let explained = self.walks.iter().filter_map(|any| explained(any, one.rules));
            let numbers = explained.map(|of| [of.agreeing, of.beyond, of.differing]);
            CandidateRecord::of(one, sum(&mut numbers.into_iter()))
        };
        let kept = |kept: &Kept| {
            let numbers = kept.nodes.iter().map(|[agreeing, beyond]| [*agreeing, *beyond, 0]);
            CandidateRecord::of(&kept.one, sum(&mut numbers.into_iter()))
        };
        let difference = inferred.nearest.and_then(|one| {
            let differences = self.walks.iter().filter_map(|any| {
                let index = explained(any, one.rules)?.first?;
                either!(any, chosen => {
                    let finding = chosen.findings(&one.rules, index).into_iter().next()?;
                    let shortest = chosen.walk.is_shortest(&finding);
                    Some(Difference::of(chosen, &one.rules.to_string(), &finding, shortest))
                })
            });
            differences.min_by_key(|difference| difference.moves.len())
        });
        InferredRecord {
            catalogue_tried: inferred.tried[0],
            compositions_tried: inferred.tried[1],
            all_tried: inferred.all_tried,
            chosen_games: inferred.chosen.len(),
            agreeing: inferred.agreeing.iter().map(kept).collect(),
            alike_up_to: inferred.alike.iter().map(|alike| alike.map(|alike| alike.moves)).collect(),
            next: inferred.nearest.as_ref().map(record),
            difference,
        }
    }

    fn tells_end(&self) -> bool {
        self.walks.iter().any(|any| either!(any, chosen => chosen.walk.tells_end))
    }

    fn report(self, inferred: Option<Inferred>, took: Duration) -> Report {
        let (plan, differences) = (self.plan, self.differences());
        let stopped = matches!(self.fault, Some((Fault::Stopped, ..)));
        let verdict = match (&self.fault, &inferred) {
            _ if !differences.is_empty() => Verdict::Differs,
            (Some(_), _) if !stopped => Verdict::Broken,
            (_, None) => Verdict::Agrees,
            (_, Some(inferred)) if inferred.agreeing.is_empty() => Verdict::Unexplained,
            (_, Some(_)) => Verdict::Explained,
        };
        let interrupted = plan.interrupted.load(Relaxed);
        let why = if interrupted { "interrupted" } else { "time" };
        let head = self.walks.first();
        let identity: Identity =
            head.map_or_else(Identity::default, |any| either!(any, chosen => chosen.walk.identity.clone()));
        let replies =
            self.walks.iter().map(|any| either!(any, chosen => chosen.walk.session.program.answered));
        let slowest =
            self.walks.iter().map(|any| either!(any, chosen => chosen.walk.session.program.slowest));
        Report {
            schema: SCHEMA,
            command: plan.command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            name: identity.name,
            version: identity.version,
            rules: plan.rules.map(|rules| rules.to_string()),
            options: plan.rules.as_ref().map(option_values),
            asked_by: head.map(|any| {
                let asked = either!(any, chosen => chosen.walk.session.asked_by);
                asked.command().to_string()
            }),
            tells_end: self.tells_end(),
            verdict,
            boards: self.walked(),
            differences,
            inferred: inferred.as_ref().map(|inferred| self.inferred(inferred)),
            stopped: stopped.then(|| why.to_string()),
            replies: replies.sum(),
            slowest_reply_seconds: slowest.max().unwrap_or_default().as_secs_f64(),
            seconds: took.as_secs_f64(),
            fault: self.fault.filter(|_| !stopped).map(|(fault, board, moves)| FaultRecord {
                kind: fault.word().to_string(),
                says: fault.to_string(),
                board,
                moves,
            }),
        }
    }
}

fn walked<S: Size>(walk: &Walk<S>) -> Walked {
    Walked {
        board: walk.sides.to_string(),
        nodes: walk.observed.asked(),
        all_games_up_to: walk.complete,
        games: walk.games,
        covered: walk.coverage,
    }
}
