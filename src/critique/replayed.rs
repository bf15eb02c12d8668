//! Whether what a critique shows can still be replayed as it is told.

use super::record::Shown;
use super::subject::Subject;
use crate::go::notation::parse_position;
use crate::go::{Board, edge_list};
use crate::referee::Referee;
use crate::report::display::step_in_words;
use crate::rules::Game;

impl Shown {
    /// The board.
    ///
    /// # Errors
    /// What is wrong with its name or its edges.
    fn board(&self) -> Result<Board, String> {
        let Some(graph) = &self.graph else {
            return Board::parse(&self.board).map_err(|error| error.to_string());
        };
        let edges = graph.edges.iter().map(|[a, b]| format!("{a} {b}"));
        let text: Vec<String> = graph.points.iter().cloned().chain(edges).collect();
        let name = self.board.strip_prefix("graph:").unwrap_or(&self.board);
        edge_list::parse(name, &text.join("\n")).map_err(|error| error.to_string())
    }

    /// Plays all its moves again and compares what they do with what is told.
    ///
    /// # Errors
    /// The first thing that is not as it is told.
    pub fn replays(&self, subject: &Subject) -> Result<(), String> {
        let board = self.board()?;
        let start = parse_position(&board, &self.start).map_err(|error| error.to_string())?;
        let game: Game = subject.game(&board)?;
        let mut referee = Referee::new(&game, start, self.to_move);
        if self.told.len() != self.moves.len() + self.line.len() {
            return Err("another number of moves is told than made".to_string());
        }
        for (name, told) in self.moves.iter().chain(&self.line).zip(&self.told) {
            let mv = name.on(&board).ok_or_else(|| format!("{} is no move of the board", name.as_str()))?;
            let step = referee.play(mv).map_err(|illegal| illegal.to_string())?;
            let words = step_in_words(&board, &step);
            if words != *told {
                return Err(format!("{told:?} is told where the referee says {words:?}"));
            }
        }
        Ok(())
    }
}
