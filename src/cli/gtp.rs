//! `solve gtp`: the Go Text Protocol on standard input and output.

use std::io;

use super::args::GtpArgs;
use super::ended::{BadInput, Ended};
use super::output::unless_closed;
use super::ruleset;
use super::setup::flag;
use crate::ask::Setup;
use crate::go::Board;
use crate::gtp::{ServeError, serve};

/// The side of the board until the controller sets one.
const SIDE: usize = 3;

/// The ruleset until the user or the controller sets one: controllers start an engine before anybody has thought of rules.
const RULES: &str = "psk";

/// Answers commands until the session ends.
pub fn run(args: &GtpArgs) -> Result<Ended, BadInput> {
    let board = args.game.board.board.clone();
    let board =
        board.map_or_else(|| Board::grid(SIDE, SIDE), Ok).map_err(|error| BadInput(error.to_string()))?;
    if args.game.rules.is_none() {
        eprintln!("# {RULES}, as no --rules was given; superko-set-rules sets another ruleset");
    }
    let rules = ruleset::parse(RULES).expect("it is a ruleset of the catalogue");
    let (entry, options) = args.game.ruleset(Some(rules))?;
    let setup =
        Setup::new(board, entry, options, args.game.start.as_deref(), args.game.to_move).map_err(flag)?;
    match serve(&setup, args.limits.limits(), io::stdin(), &mut io::stdout().lock()) {
        Ok(()) => Ok(Ended::AsAsked),
        Err(ServeError::Game(what)) => Err(BadInput(format!("--{what}"))),
        Err(ServeError::System(error)) => unless_closed(Err(error)).map(|()| Ended::AsAsked),
    }
}
