//! Which conditions a proof meets, and where it first misses one.
//!
//! That every reply is answered, that the prover passes only where he is ahead by what is claimed,
//! and that no state of the walk is settled is so of every walk that comes to its end. The
//! conditions here are asked under some rules only.

use super::header::Section;
use super::state::State;
use super::walk::{Aim, ProofGraph, Reachability, longest_line, takes_ko};
use crate::clauses::{Clauses, Lift, LiftedBy, PLAIN, Repetition, Scored, Scoring, SecondPass, Suicide};
use crate::format::{Header, PASS, Rules};
use crate::header::player_name;

/// The findings about a proof. A condition that is not met has the first place, in words.
pub struct Findings {
    /// The states, and those in which a move is said.
    pub states: usize,
    pub moves: usize,
    /// Which suicides the proof answers.
    pub suicide: Suicide,
    /// Whether it goes on after two passes in a row.
    pub plays_on: bool,
    /// That no stone of the prover recreates a position of its line.
    pub fresh: Result<(), String>,
    /// That no stone of the prover recreates a position that one has made. The start at his
    /// opponent's turn counts as such a position.
    pub made_once: Result<(), String>,
    /// Whether the prover may retake a ko taken right after his pass.
    pub retakes: bool,
    /// That the prover takes no ko right after a pass of his opponent.
    pub no_ko_after_pass: Result<(), String>,
    /// That no position on which the prover has passed recurs, but by passes.
    pub passed_once: Result<(), String>,
    /// The most stones of the prover on a line, if no state recurs.
    pub longest: Result<u32, String>,
}

impl Findings {
    /// Tests the conditions.
    pub fn of(header: &Header, aim: &Aim, section: &Section, graph: &ProofGraph) -> Findings {
        let index = Reachability::of(graph);
        let states = &graph.states;
        let own = |number: &u32| states[*number as usize].mover == aim.prover;
        let numbers = || (0..states.len() as u32).filter(own);
        let mv = |number: u32| graph.moves[number as usize];
        let next = |number: u32| graph.successors(number).first().copied();
        let at = |number: u32| {
            let name = header.move_name(mv(number));
            format!("{} {name}", state_in_words(header, &states[number as usize]))
        };
        let player = player_name(aim.prover);
        let again = |number: u32| {
            format!("a state may come back: {}", state_in_words(header, &states[number as usize]))
        };
        let stone = |wrong: &dyn Fn(u32, u32) -> bool| {
            numbers()
                .filter(|number| mv(*number) != PASS)
                .find(|number| next(*number).is_some_and(|next| wrong(*number, next)))
        };
        let ko = numbers().find(|number| {
            let state = &states[*number as usize];
            state.passed && takes_ko(aim, state, mv(*number))
        });
        let passed = |index: &Reachability| {
            numbers()
                .filter(|number| mv(*number) == PASS)
                .find(|number| next(*number).is_some_and(|next| index.comes_back(next)))
        };
        let met = |missed: Option<u32>, what: &str| match missed {
            None => Ok(()),
            Some(number) => Err(format!("{what}: {}", at(number))),
        };
        let (fresh, made_once, passed_once) = match &index {
            Ok(index) => (
                met(
                    stone(&|from, to| index.recreates(from, to)),
                    &format!("a stone of {player} may make a position of its line again"),
                ),
                met(
                    stone(&|from, to| index.makes_again(from, to)),
                    &format!("a stone of {player} may make a position again that one has made"),
                ),
                met(passed(index), &format!("a position on which {player} has passed may come back")),
            ),
            // With a state its position recurs, and more than that is not looked at.
            Err(number) => (Err(again(*number)), Err(again(*number)), Err(again(*number))),
        };
        Findings {
            states: states.len(),
            moves: numbers().count(),
            suicide: header.clauses.suicide,
            plays_on: section.plays_on,
            fresh,
            made_once,
            retakes: section.retakes,
            no_ko_after_pass: met(ko, &format!("{player} takes a ko right after a pass")),
            passed_once,
            longest: longest_line(graph, aim.prover).map_err(again),
        }
    }
}

/// A state in words: its position and the player to move.
fn state_in_words(header: &Header, state: &State) -> String {
    format!("{} {}", header.position(&state.position()), player_name(state.mover))
}

// --- Under which rules a claim follows: what each composition of clauses asks of a proof ---

// `docs/how-it-works.md` has the arguments. Where a clause is there that they do not cover,
// nothing is claimed.

/// The suicides, each allowing those before it.
pub const ANSWERED: [Suicide; 3] = [Suicide::Forbidden, Suicide::MultiStone, Suicide::Allowed];

/// Whether a proof that answers the suicides `by` answers `suicide` too. Fewer suicides only take
/// lines of play away, and all that a proof has to meet is asked of every line; a position that is
/// settled with more suicides is settled with fewer.
pub fn is_answered(suicide: Suicide, by: Suicide) -> bool {
    let place = |suicide| ANSWERED.iter().position(|other| *other == suicide);
    place(suicide) <= place(by)
}

/// The named rulesets with their clauses. Each option but suicide has its default.
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

/// Whether a claim of `threshold` points follows under some rules from the findings.
///
/// # Errors
/// Why it is not claimed: what is not met, in words.
pub fn follows(clauses: &Clauses, threshold: i64, found: &Findings) -> Result<(), String> {
    let said = |covered: bool, what: &str| if covered { Ok(()) } else { Err(what.to_string()) };
    said(clauses.players == 2, "more than two play")?;
    said(clauses.scoring == Scoring::Area, "territory is counted")?;
    said(clauses.price == 0, "a pass costs points")?;
    said(clauses.are_common(), "of one of its clauses nothing is known here")?;
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

/// The same where a game may go on for ever. Then every line of the proof has to end.
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

/// Whether the rules are natural situational superko. All that is banned is then a situation that a
/// stone has made, or the start, and the second of two passes in a row is all that ends a game.
fn are_natural(clauses: &Clauses) -> bool {
    let bars = Clauses { repetition: Some(Repetition::NaturalSituation), passes_in_a_row: Some(2), ..PLAIN };
    let undoing = clauses.occurs == Lift::ProducedKo;
    !undoing && *clauses == Clauses { suicide: clauses.suicide, occurs: clauses.occurs, ..bars }
}

/// Whether games with scoring positions end as in Kee 2009, rule 15, without suicide.
fn means_are_covered(clauses: &Clauses) -> bool {
    let other_ends = clauses.passes_in_a_row.is_some() || clauses.all_pass || clauses.passes_forgotten;
    clauses.second_pass == Some(SecondPass::Player) && !other_ends && clauses.suicide == Suicide::Forbidden
}

/// When the rules bar the immediate retaking of a ko.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Retaking {
    /// Whatever the move was before it was taken.
    Barred,
    /// If it was taken at the start or right after a stone.
    NotAfterPass,
}

/// When the clauses bar the immediate retaking of a ko; `None` if they never do.
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
