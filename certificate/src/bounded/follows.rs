//! Under which rules a claim follows from a proof: what each composition of clauses asks of it.
//!
//! `docs/how-it-works.md` has the arguments. Where a clause is there that they do not cover,
//! nothing is claimed.

use super::findings::Findings;
use crate::clauses::{Clauses, Lift, LiftedBy, PLAIN, Repetition, Scored, Scoring, SecondPass, Suicide};
use crate::format::Rules;

/// The suicides, each allowing those before it.
pub const ANSWERED: [Suicide; 3] = [Suicide::Forbidden, Suicide::MultiStone, Suicide::Allowed];

/// Whether a proof that answers some suicides answers others. Fewer suicides only take lines of
/// play away, and all that a proof has to meet is asked of every line; a position that is settled
/// with more suicides is settled with fewer.
pub fn is_answered(suicide: Suicide, by: Suicide) -> bool {
    let place = |suicide| ANSWERED.iter().position(|other| *other == suicide);
    place(suicide) <= place(by)
}

/// Rulesets that have a name, with their clauses and the default of each option but suicide.
pub fn named() -> Vec<(&'static str, Clauses)> {
    let of_version_1 =
        Rules::ALL.map(|(name, rules)| (name, rules.clauses(Suicide::Forbidden, Lift::Stands)));
    let lifting = Clauses { lifted_by: LiftedBy::Pass, ..PLAIN };
    let kee2007 = Clauses { repetition: Some(Repetition::PassedSituation), all_pass: true, ..PLAIN };
    let kee2020_march = Clauses {
        repetition: Some(Repetition::Position),
        disturbed_twice: true,
        second_pass: Some(SecondPass::Opponents),
        passes_forgotten: true,
        ..lifting
    };
    let spight2 = Clauses {
        repetition: Some(Repetition::LeftPosition),
        declined: true,
        passes_in_a_row: Some(2),
        ..lifting
    };
    let others = [("spight2", spight2), ("kee2007", kee2007), ("kee2020-march", kee2020_march)];
    of_version_1.into_iter().chain(others).collect()
}

/// Whether a claim for so many points follows under rules from what was found of its proof, or why
/// it is not claimed.
///
/// # Errors
/// What is not met, in words.
pub fn follows(clauses: &Clauses, threshold: i64, found: &Findings) -> Result<(), String> {
    let said = |covered: bool, what: &str| if covered { Ok(()) } else { Err(what.to_string()) };
    said(clauses.players == 2, "more than two play")?;
    said(clauses.scoring == Scoring::Area, "territory is counted")?;
    said(clauses.price == 0, "a pass costs points")?;
    said(clauses.draw_at.is_none(), "a state that occurs again ends the game")?;
    said(is_answered(clauses.suicide, found.suicide), "suicide is not answered")?;
    said(clauses.passes_in_a_row != Some(1), "a single pass ends the game")?;
    said(
        clauses.passes_in_a_row == Some(2) || found.plays_on,
        "play may go on after two passes in a row, which the proof does not answer",
    )?;
    if !clauses.always_ends() {
        return follows_without_end(clauses, found);
    }
    let means = clauses.scored == Scored::ScoringPositions;
    said(!means || means_are_covered(clauses), "means of scoring positions with such ends, or with suicide")?;
    let bars_retaking = bars_retaking(clauses);
    said(bars_retaking.is_some(), "a ko may be retaken at once")?;
    if are_natural(clauses) {
        found.made_once.clone()?
    } else {
        found.fresh.clone()?
    }
    if bars_retaking == Some(Retaking::NotAfterPass) {
        found.no_ko_after_pass.clone()?;
    }
    if means && threshold > 0 {
        found.passed_once.clone()?;
    }
    Ok(())
}

/// The same of rules under which a game may go on for ever: every line of the proof has to end.
fn follows_without_end(clauses: &Clauses, found: &Findings) -> Result<(), String> {
    let ends = clauses.may_not_end() && clauses.passes_in_a_row.is_some();
    if !ends || !clauses.basic_ko {
        return Err("a ko may be retaken at once, or nothing ends the game".to_string());
    }
    if clauses.suicide != Suicide::Forbidden {
        return Err("play in a settled position may go on for ever by suicide".to_string());
    }
    if found.retakes {
        return Err("a ko that is taken after a pass may be retaken at once in the proof".to_string());
    }
    found.longest.clone().map(|_| ())
}

/// Whether all that is barred is a situation that a stone has made, or the start, and the second of
/// two passes in a row is all that ends a game: natural situational superko.
fn are_natural(clauses: &Clauses) -> bool {
    let bars = Clauses { repetition: Some(Repetition::NaturalSituation), passes_in_a_row: Some(2), ..PLAIN };
    let undoing = clauses.occurs == Lift::ProducedKo;
    !undoing && *clauses == Clauses { suicide: clauses.suicide, occurs: clauses.occurs, ..bars }
}

/// Whether the ends of a game with scoring positions are those of Kee 2009, rule 15, and no stone
/// is taken off by suicide.
fn means_are_covered(clauses: &Clauses) -> bool {
    let other_ends = clauses.passes_in_a_row.is_some() || clauses.all_pass || clauses.passes_forgotten;
    clauses.second_pass == Some(SecondPass::Player) && !other_ends && clauses.suicide == Suicide::Forbidden
}

/// When a ko may not be retaken at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Retaking {
    /// Whatever the move was before it was taken.
    Barred,
    /// If it was taken at the start or right after a stone.
    NotAfterPass,
}

/// When the clauses bar the retaking of a ko at once; none if it may be retaken after any move.
fn bars_retaking(clauses: &Clauses) -> Option<Retaking> {
    if clauses.basic_ko {
        return Some(Retaking::Barred);
    }
    let undoing = clauses.occurs == Lift::ProducedKo;
    let stands = clauses.occurs == Lift::Stands;
    let barred = match clauses.repetition? {
        Repetition::Position => undoing || stands || clauses.lifted_by == LiftedBy::Nothing,
        Repetition::Situation | Repetition::PassedSituation => undoing || stands,
        Repetition::NaturalSituation => undoing,
        Repetition::LeftPosition => true,
    };
    Some(if barred { Retaking::Barred } else { Retaking::NotAfterPass })
}
