//! Jann's rules: the example of the document, and the values of small boards. A machine that reads
//! the whole record is in the suite of `superko-prove`.

mod example;
mod values;

use superko::go::Board;
use superko::rules::{Game, Rules};

/// The game of a board under `jann` with options as on the command line.
fn game(board: &str, options: &str) -> Game {
    format!("jann {options}").parse::<Rules>().unwrap().game(Board::parse(board).unwrap())
}
