//! `solve gtp`: the Go Text Protocol on standard input and output.

use std::io;

use super::args::GtpArgs;
use super::ended::{BadInput, Ended};
use super::output::unless_closed;
use crate::go::Board;
use crate::gtp::{ServeError, serve};

/// The side of the board until the controller sets one.
const SIDE: usize = 3;

/// Answers commands until the session ends.
pub fn run(args: &GtpArgs) -> Result<Ended, BadInput> {
    let board = args.game.board.board.clone();
    let board =
        board.map_or_else(|| Board::grid(SIDE, SIDE), Ok).map_err(|error| BadInput(error.to_string()))?;
    let setup = args.game.setup_on(board)?;
    match serve(&setup, args.limits.limits(), io::stdin(), &mut io::stdout().lock()) {
        Ok(()) => Ok(Ended::AsAsked),
        Err(ServeError::Game(what)) => Err(BadInput(format!("--{what}"))),
        Err(ServeError::System(error)) => unless_closed(Err(error)).map(|()| Ended::AsAsked),
    }
}
