//! Makes certificates: solves a game and writes down the proof.
//!
//! | file | content |
//! |---|---|
//! | `compositions.rs` | the clauses of which rules are composed |
//! | `encode.rs` | from the types of the solver to those of the format |
//! | `proving.rs` | proofs found by the search |
//! | `transcript.rs` | its lemmas with their proofs, as steps |
//! | `kept.rs` | the same as bytes, for work that goes on in another run |
//! | `loopy.rs` | proofs found by retrograde analysis, of games that may go on for ever |
//! | `bounded.rs` | proofs found by the bounded engine, which need no past, in certificates of their own kind |
//! | `unfinished.rs` | such a certificate in the making, for work that goes on in another run |
//!
//! Everything runs on one thread, so that the certificate is the same on every machine.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use superko_certificate::file;
use superko_certificate::format::{Claim, Header, Reference, Relation, Step, Theorem};

use crate::go::{Move, Player, Position};
use crate::rules::{Game, Ruling, State};
use crate::solve::retrograde::Retrograde;
use crate::solve::{Budget, Side, Stopped};

mod bounded;
mod compositions;
mod encode;
mod kept;
mod loopy;
mod proving;
mod transcript;
mod unfinished;

pub use bounded::{Unbounded, prove_bounded};
pub use compositions::clauses_of;
pub use encode::header;
use loopy::{Aim, Loopy};
pub use proving::Proving;
pub use transcript::Transcript;
pub use unfinished::Unfinished;

/// A state to be valued: the start of a game and the moves made from there.
#[derive(Debug, Clone)]
pub struct Case {
    /// The position at the start.
    pub start: Position,
    /// Who moved first.
    pub mover: Player,
    /// The moves made.
    pub moves: Vec<Move>,
    /// The state that they lead to.
    pub state: State,
}

impl Case {
    /// The start of a game.
    pub fn start(game: &Game, start: Position, mover: Player) -> Case {
        Case { start, mover, moves: Vec::new(), state: game.start(start, mover) }
    }

    /// The start of a game of more than two players as each of them sees it, in the order of play, who takes himself for
    /// Black: the value of each is what that player can secure. See [`Game::seen_by`].
    pub fn of_every_player(game: &Game, start: Position, mover: Player) -> Vec<Case> {
        let players = game.rules.properties().players;
        let seen = |viewer: &Player| {
            Case::start(game, start.seen_by(players, *viewer), players.seen_by(*viewer, mover))
        };
        players.all().iter().map(seen).collect()
    }

    /// A state, then the state after each legal move from it. Moves that end the game are left out.
    pub fn with_first_moves(game: &Game, case: Case) -> Vec<Case> {
        let mut cases = vec![case];
        for (mv, ruling) in game.legal(&cases[0].state) {
            if let Ruling::Leads(state) = ruling {
                let moves = [cases[0].moves.as_slice(), &[mv]].concat();
                cases.push(Case { moves, state, ..cases[0].clone() });
            }
        }
        cases
    }
}

/// A bound on a value that is to be proved, in the notation of certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The claim.
    pub claim: Claim,
    /// Whether a game without end serves as well; only under rulesets that have such games.
    pub or_no_end: bool,
}

impl Wanted {
    /// Reads a bound on the values of a game: `>= 2`, `< 1/2`, `<= 0 or-no-end`.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(text: &str, game: &Game) -> Result<Wanted, &'static str> {
        let score = text.find(|c| !"<>=".contains(c)).unwrap_or(0);
        let apart = format!("{} {}", &text[..score], &text[score..]);
        let words: Vec<&str> = apart.split_whitespace().collect();
        let (relation, score, or_no_end) = match words.as_slice() {
            [relation, score] => (relation, score, false),
            [relation, score, "or-no-end"] if !game.rules.properties().always_ends => (relation, score, true),
            [_, _, "or-no-end"] => return Err("no or-no-end under a ruleset whose games always end"),
            _ => return Err("a relation and a score, such as \">= 2\""),
        };
        Ok(Wanted { claim: Claim::parse(relation, score)?, or_no_end })
    }
}

/// A certificate in memory.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The game.
    pub header: Header,
    /// Its steps, the end included.
    pub steps: Vec<Step>,
}

/// Why no certificate was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unproved {
    /// The search was stopped.
    Stopped(Stopped),
    /// The claim is false.
    Refuted(Wanted),
    /// The claim is about a fraction, and every score under the ruleset is a whole number.
    Fraction(Claim),
    /// The format does not have the ruleset with these options.
    Unknown(&'static str),
}

impl From<Stopped> for Unproved {
    fn from(stopped: Stopped) -> Unproved {
        Unproved::Stopped(stopped)
    }
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Stopped(stopped) => write!(f, "stopped by {stopped}"),
            Unproved::Refuted(Wanted { claim, or_no_end }) => {
                let no_end = if *or_no_end { ", or there is no end" } else { "" };
                write!(f, "it is not so that the value is {}{no_end}", claim.in_words())
            }
            Unproved::Fraction(claim) => write!(f, "{claim}: expected a whole number under this ruleset"),
            Unproved::Unknown(rules) => write!(
                f,
                "certificates are not known for {rules} with these options, expected rules that are composed of clauses"
            ),
        }
    }
}

/// Proves the values of states, or the one given claim about each of them. Where games may go on for ever, what is
/// proved is the score that each player can force in finite play, from which the value follows.
///
/// # Errors
/// [`Unproved`].
pub fn prove(game: &Game, cases: &[Case], only: Option<Wanted>, budget: &Budget) -> Result<Proof, Unproved> {
    if game.rules.properties().always_ends {
        return Proving::new(game, &Transcript::default()).prove(cases, only, budget);
    }
    header_of(game)?;
    whole(game, by_retrograde(game, cases, only, budget)?)
}

/// The certificate with some steps.
fn whole(game: &Game, mut steps: Vec<Step>) -> Result<Proof, Unproved> {
    let mut header = header_of(game)?;
    steps.push(Step::End);
    encode::mark_last(&mut steps);
    encode::list_maps(&game.board, &mut header, &mut steps);
    Ok(Proof { header, steps })
}

fn header_of(game: &Game) -> Result<Header, Unproved> {
    encode::header(game).ok_or(Unproved::Unknown(game.entry.id))
}

fn theorem(case: &Case, claim: Claim, or_no_end: bool, by: Reference) -> Step {
    Step::Theorem(Theorem {
        start: encode::stones(&case.start),
        mover: encode::player(case.mover),
        moves: case.moves.iter().map(|mv| encode::mv(*mv)).collect(),
        claim,
        or_no_end,
        by,
    })
}

/// A bound to be proved of a case where games may go on for ever.
struct Goal<'a> {
    case: &'a Case,
    sure: Side,
    aim: Aim,
    or_no_end: bool,
}

fn by_retrograde(
    game: &Game,
    cases: &[Case],
    only: Option<Wanted>,
    budget: &Budget,
) -> Result<Vec<Step>, Unproved> {
    let solved = Retrograde::solve_all(game, cases.iter().map(|case| case.state.key), budget)?;
    let mut goals: Vec<Goal> = Vec::new();
    for case in cases {
        let aims = match only {
            None => interval(game, &solved, case),
            Some(wanted) => vec![one(&solved, case, wanted)?],
        };
        goals.extend(aims.into_iter().map(|(sure, aim, or_no_end)| Goal { case, sure, aim, or_no_end }));
    }
    // Goals with the same aim share their lemmas.
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (place, goal) in goals.iter().enumerate() {
        groups.entry((goal.or_no_end, goal.aim)).or_default().push(place);
    }
    let (mut steps, mut lemmas) = (Vec::new(), 0);
    let mut references: Vec<Option<Reference>> = vec![None; goals.len()];
    for ((or_no_end, aim), places) in groups {
        let roots: Vec<_> =
            places.iter().map(|&place| (goals[place].case.state.key, goals[place].sure)).collect();
        let mut loopy = Loopy::new(game, &solved, lemmas);
        let found = if or_no_end { loopy.hold(&roots, aim) } else { loopy.force(&roots, aim) };
        lemmas = loopy.lemmas;
        steps.extend(loopy.steps);
        places.into_iter().zip(found).for_each(|(place, reference)| references[place] = Some(reference));
    }
    for (goal, by) in goals.iter().zip(references) {
        let by = by.expect("every goal is in a group");
        steps.push(theorem(goal.case, goal.aim.claim(goal.sure), goal.or_no_end, by));
    }
    Ok(steps)
}

/// The bounds that together give the scores that the players can force in finite play.
fn interval(game: &Game, solved: &Retrograde, case: &Case) -> Vec<(Side, Aim, bool)> {
    let found = solved.interval(&case.state.key);
    let all = Aim { points: game.most(), strict: true };
    let force = |sure: Side, own: i32| {
        let [own, other] = [own, -own].map(|points| Aim { points, strict: false });
        vec![(sure, own, false), (sure.other(), other, true)]
    };
    let black =
        if found.black_forces_end { force(Side::Black, found.low) } else { vec![(Side::White, all, true)] };
    let white =
        if found.white_forces_end { force(Side::White, -found.high) } else { vec![(Side::Black, all, true)] };
    [black, white].concat()
}

/// The bound that a claim states, if it is true.
fn one(solved: &Retrograde, case: &Case, wanted: Wanted) -> Result<(Side, Aim, bool), Unproved> {
    let Wanted { claim, or_no_end } = wanted;
    let refuted = Unproved::Refuted(wanted);
    let sure = Side::ALL[usize::from(claim.sure())];
    let points = if sure == Side::Black { claim.p } else { -claim.p };
    let strict = matches!(claim.relation, Relation::MoreThan | Relation::LessThan);
    let aim = Aim { points, strict };
    if claim.q != 1 {
        return Err(Unproved::Fraction(claim));
    }
    let own = |side: Side| {
        let (score, _) = solved.forced(&case.state.key, side.player())?;
        Some(if side == Side::Black { score } else { -score })
    };
    let so = match or_no_end {
        true => own(sure.other()).is_none_or(|points| aim.served_by(-points)),
        false => own(sure).is_some_and(|points| aim.served_by(points)),
    };
    if so { Ok((sure, aim, or_no_end)) } else { Err(refuted) }
}

impl Proof {
    /// Writes the certificate in the binary form, compressed.
    ///
    /// # Errors
    /// The error of the output.
    pub fn write_binary(&self, output: impl Write) -> io::Result<()> {
        file::write(&self.header, &self.steps, output)
    }
}
