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
//! * Which moves are legal: by `is_legal`, or by `play` and taking back. Some programs accept by
//!   `play` what their own rules bar.
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
use infer::{Bench, Chosen, Inferred, Kept, infer};
use program::{Fault, Program};
use record::{CandidateRecord, Difference, FaultRecord, InferredRecord, Report, Verdict, Walked, names};
use session::{Identity, Legal, Sides, Size};
use superko_go::board::LargeSet;
use superko_query::report::records::{SCHEMA, option_values};
use superko_rules::Rules;
use walk::{Effort, Walk};

/// What is to be compared.
pub struct Plan {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The boards, each of which gets a run of the program of its own.
    pub boards: Vec<Sides>,
    /// Whether a board that the program refuses is left out, if it takes another.
    pub may_skip: bool,
    /// The ruleset; without one those are inferred that explain what the program does.
    pub rules: Option<Rules>,
    /// How the program is asked for legal moves.
    pub legal: Legal,
    /// How much is asked on each board.
    pub effort: Effort,
    /// How long a reply is waited for.
    pub timeout: Duration,
    /// How long all may take.
    pub time: Option<Duration>,
    /// Set when the run is to end.
    pub interrupted: Arc<AtomicBool>,
}

/// How long candidates are still judged after an interruption of the games.
const AFTER_INTERRUPTION: Duration = Duration::from_secs(5);

/// A walk on a board of whatever size.
enum Any {
    Small(Box<Chosen<u64>>),
    Large(Box<Chosen<LargeSet>>),
}

macro_rules! either {
    ($any:expr, $chosen:ident => $does:expr) => {
        match $any {
            Any::Small($chosen) => $does,
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
    for sides in &plan.boards {
        let done = match sides.is_small() {
            true => run.board::<u64>(*sides, tell, |chosen| Any::Small(Box::new(chosen)))?,
            false => run.board::<LargeSet>(*sides, tell, |chosen| Any::Large(Box::new(chosen)))?,
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
    /// Walks on a board. Returns whether the next one is to follow.
    fn board<S: Size>(
        &mut self,
        sides: Sides,
        tell: &dyn Fn(String),
        any: impl FnOnce(Chosen<S>) -> Any,
    ) -> Result<bool, String> {
        let plan = self.plan;
        if let Some(rules) = plan.rules {
            S::game(rules, &S::board(sides).map_err(|error| error.to_string())?)?;
        }
        let started =
            Program::start(&plan.command, plan.timeout, Arc::clone(&plan.interrupted), self.deadline);
        let walk = match started {
            Ok(program) => Walk::<S>::new(program, sides, plan.rules, plan.legal, plan.effort)?,
            Err(fault) => Err(fault),
        };
        match walk {
            Ok(walk) => {
                let mut chosen = Chosen { walk, last: Vec::new() };
                let ran = chosen.walk.run(&self.settled(), tell);
                let done = ran.is_ok();
                if let Err(fault) = ran {
                    let session = &chosen.walk.session;
                    self.fault = Some((fault, Some(sides.to_string()), names(&session.board, session.at())));
                }
                self.walks.push(any(chosen));
                Ok(done)
            }
            Err(fault) => {
                let skipped = plan.may_skip && matches!(fault, Fault::Refuses { .. });
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
        let record = |one: &Candidate| {
            let explained = self
                .walks
                .iter()
                .filter_map(|any| either!(any, chosen => chosen.explained(&one.rules, tells_end, false)));
            let sum = explained.fold([0; 3], |[agreeing, beyond, differing], of| {
                [agreeing + of.agreeing, beyond + of.beyond, differing + of.differing]
            });
            CandidateRecord::of(one, sum)
        };
        // Where the time is over nothing is counted again.
        let stopped = matches!(self.fault, Some((Fault::Stopped, ..)));
        let kept = |kept: &Kept| match stopped {
            true => CandidateRecord::of(&kept.one, [kept.nodes[0], kept.nodes[1], 0]),
            false => record(&kept.one),
        };
        let difference = inferred.nearest.and_then(|one| {
            let differences = self.walks.iter().filter_map(|any| {
                either!(any, chosen => {
                    let index = chosen.explained(&one.rules, tells_end, false)?.first?;
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
                let by_is_legal = either!(any, chosen => chosen.walk.session.by_is_legal);
                if by_is_legal { "is_legal" } else { "play" }.to_string()
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
    let covered = &walk.coverage;
    Walked {
        board: walk.sides.to_string(),
        nodes: walk.observed.asked(),
        all_games_up_to: walk.complete,
        games: walk.games,
        captures: covered.captures,
        kos: covered.kos,
        suicides: covered.suicides,
        repetitions: covered.repetitions,
        passes: covered.passes,
        bans: covered.bans,
        refused_suicides: covered.refused_suicides,
        ends: covered.ends,
    }
}
