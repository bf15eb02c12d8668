//! Makes certificates: solves a game and writes down the proof.
//!
//! | file | content |
//! |---|---|
//! | `compositions.rs` | the clauses of which rules are composed |
//! | `wanted.rs` | what is to be proved, and what comes of it |
//! | `encode.rs` | from the types of the solver to those of the format |
//! | `proving.rs` | proofs found by the search |
//! | `entry.rs` | a lemma with its proof, and the same as bytes |
//! | `transcript.rs` | all of them, as steps of a certificate |
//! | `kept.rs` | the same as bytes, for work that goes on in another run |
//! | `loopy.rs` | proofs found by retrograde analysis, of games that may go on for ever |
//! | `bounded.rs` | proofs found by the bounded engine, which need no past, in certificates of their own kind |
//! | `unfinished.rs` | such a certificate in the making, for work that goes on in another run |
//!
//! Everything runs on one thread, so that the certificate is the same on every machine.

use std::collections::BTreeMap;

use superko_certificate::format::{Reference, Relation, Step};

use superko_rules::Game;
use superko_solve::retrograde::Retrograde;
use superko_solve::{Budget, Side};

mod bounded;
mod compositions;
mod encode;
mod entry;
mod kept;
mod loopy;
mod proving;
mod transcript;
mod unfinished;
mod wanted;

pub use bounded::{Unbounded, prove_bounded, stated};
pub use compositions::clauses_of;
pub use encode::header;
use loopy::{Aim, Loopy};
pub use proving::Proving;
pub use transcript::Transcript;
pub use unfinished::Unfinished;
pub use wanted::{Case, Proof, Unproved, Wanted};
use wanted::{header_of, theorem, whole};

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
