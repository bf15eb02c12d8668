//! A game with the position that a check is about, and how it is told.

use super::document::Place;
use crate::go::Move;
use crate::go::notation::{diagram, move_name, parse_move};
use crate::go::record::parse_record;
use crate::referee::Referee;
use crate::report::display::{self, rules_text};
use crate::rules::{Game, State};
use crate::solve::Solution;

/// A game, and the place in it that a check is about.
pub struct Setup {
    /// The game.
    pub game: Game,
    /// Where it starts.
    pub place: Place,
}

impl Setup {
    pub fn referee(&self) -> Referee<'_> {
        Referee::new(&self.game, self.place.position, self.place.to_move)
    }

    /// `2x2 kee2009 --lift produced`.
    pub fn name(&self) -> String {
        format!("{} {}", self.game.board, rules_text(self.game.entry, &self.game.options))
    }

    pub fn names(&self, moves: &[Move]) -> String {
        let names: Vec<String> = moves.iter().map(|mv| move_name(&self.game.board, *mv)).collect();
        names.join(" ")
    }

    pub fn drawn(&self) -> String {
        let mover = self.place.to_move.name();
        format!("{}{mover} to move\n", diagram(&self.game.board, &self.place.position, None))
    }

    /// The state after some moves from the place.
    pub fn after(&self, moves: &str) -> Result<(State, Vec<Move>), String> {
        let moves =
            parse_record(&self.game.board, moves, self.place.to_move, self.game.rules.properties().players)
                .map_err(|error| error.to_string())?;
        let mut referee = self.referee();
        for mv in &moves {
            referee.play(*mv).map_err(|illegal| illegal.to_string())?;
        }
        Ok((referee.state().clone(), moves))
    }

    /// Reads moves that need not be played in turn.
    pub fn moves(&self, text: &str) -> Result<Vec<Move>, String> {
        let read = |word| parse_move(&self.game.board, word);
        text.split_whitespace().map(read).collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    /// The line of best play, move by move, after the moves that led to it.
    pub fn best_play(&self, moves: &[Move], solution: &Solution) -> String {
        if solution.line.is_empty() {
            return String::new();
        }
        let mut referee = self.referee();
        let mut text = String::new();
        for mv in moves.iter().chain(&solution.line) {
            if referee.made() == moves.len() {
                text.push_str("best play:\n");
            }
            let Ok(step) = referee.play(*mv) else { break };
            display::step(&self.game.board, &step, &mut text);
        }
        text
    }
}
