//! Jann's rules: the program against a machine that reads the whole record of a game for every
//! question.

mod legality;
mod literal;
mod territory;

use superko_go::Board;
use superko_rules::{Game, Rules};

/// The game of a board under `jann` with options as on the command line.
fn game(board: &str, options: &str) -> Game {
    format!("jann {options}").parse::<Rules>().unwrap().game(Board::parse(board).unwrap())
}
