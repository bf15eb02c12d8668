//! Which conditions a proof meets, and where it first misses one.
//!
//! That every reply is answered, that the prover passes only where he is ahead by what is claimed,
//! and that no state of the walk is settled is so of every walk that comes to its end. The
//! conditions here are asked under some rules only.

use super::header::Section;
use super::recur::{Lines, longest};
use super::state::State;
use super::walk::{Aim, Walked, takes_ko};
use crate::format::{Header, PASS, Suicide};
use crate::notation::player_name;

/// What was found of a proof. Of a condition that is not met there is the first place, in words.
pub struct Findings {
    /// The states, and those in which a move is said.
    pub states: usize,
    pub moves: usize,
    /// Which suicides the proof answers.
    pub suicide: Suicide,
    /// Whether it goes on after two passes in a row.
    pub plays_on: bool,
    /// Whether no stone of the prover makes a position of its line again.
    pub fresh: Result<(), String>,
    /// Whether no stone of the prover makes a position again that one of his stones has made, or
    /// that was the start at his opponent's turn.
    pub made_once: Result<(), String>,
    /// Whether he may retake a ko at once that his opponent takes right after a pass of his.
    pub retakes: bool,
    /// Whether the prover takes no ko right after a pass of his opponent.
    pub no_ko_after_pass: Result<(), String>,
    /// Whether no position comes back on which the prover has passed, but by passes.
    pub passed_once: Result<(), String>,
    /// The most stones of the prover on a line, if no state comes back.
    pub longest: Result<u32, String>,
}

impl Findings {
    /// Tests the conditions.
    pub fn of(header: &Header, aim: &Aim, section: &Section, walked: &Walked) -> Findings {
        let lines = Lines::of(walked);
        let states = &walked.states;
        let own = |number: &u32| states[*number as usize].mover == aim.prover;
        let numbers = || (0..states.len() as u32).filter(own);
        let mv = |number: u32| walked.moves[number as usize];
        let next = |number: u32| walked.nexts(number).first().copied();
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
        let passed = |lines: &Lines| {
            numbers()
                .filter(|number| mv(*number) == PASS)
                .find(|number| next(*number).is_some_and(|next| lines.comes_back(next)))
        };
        let met = |missed: Option<u32>, what: &str| match missed {
            None => Ok(()),
            Some(number) => Err(format!("{what}: {}", at(number))),
        };
        let (fresh, made_once, passed_once) = match &lines {
            Ok(lines) => (
                met(
                    stone(&|from, to| lines.recreates(from, to)),
                    &format!("a stone of {player} may make a position of its line again"),
                ),
                met(
                    stone(&|from, to| lines.makes_again(from, to)),
                    &format!("a stone of {player} may make a position again that one has made"),
                ),
                met(passed(lines), &format!("a position on which {player} has passed may come back")),
            ),
            // With a state its position comes back, and more than that is not looked at.
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
            longest: longest(walked, aim.prover).map_err(again),
        }
    }
}

/// A state in words: its position and the player to move.
fn state_in_words(header: &Header, state: &State) -> String {
    format!("{} {}", header.position(&state.position()), player_name(state.mover))
}
