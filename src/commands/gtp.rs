//! `solve gtp`: the Go Text Protocol on standard input and output.

use std::io;

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit};
use super::game::GameArgs;
use super::io::unless_closed;
use super::limits::LimitArgs;
use super::ruleset;
use superko_go::board::AnyBoard;
use superko_gtp::{ServeError, serve};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve gtp --rules psk
  solve gtp --rules kee2020 --lift produced --time-limit 10s
  echo superko-value | solve gtp --board 2x3 --rules kee2009

Commands come from standard input and replies go to standard output, until quit or the end of the input. A \
controller sets the board and may change the ruleset; docs/gtp.md lists the commands. Without --board it is 3x3, \
or 2x2 under rules that have no room for it, without --rules psk. The limits are those of each command: genmove then makes the move of which most is proved, \
and says on standard error what is not.")]
pub struct GtpArgs {
    #[command(flatten, next_help_heading = "Game")]
    pub game: GameArgs,
    #[command(flatten, next_help_heading = "Effort")]
    pub limits: LimitArgs,
}

/// Side of the board until the controller sets one.
const DEFAULT_SIDE: usize = 3;

/// The same under rules that have no room for that board.
const SMALLER_SIDE: usize = 2;

/// Ruleset until the user or the controller sets one: controllers start an engine before anybody
/// has thought of rules.
const DEFAULT_RULES: &str = "psk";

pub fn run(args: &GtpArgs) -> Result<Exit, CommandError> {
    let mut game = args.game.clone();
    if args.game.rules.is_none() {
        eprintln!("# {DEFAULT_RULES}, as no --rules was given; superko-set-rules sets another ruleset");
    }
    let rules = ruleset::parse(DEFAULT_RULES).expect("it is a ruleset of the catalogue");
    let most = game.rules.get_or_insert(rules).max_points();
    let side = if DEFAULT_SIDE * DEFAULT_SIDE <= most { DEFAULT_SIDE } else { SMALLER_SIDE };
    game.board.board.get_or_insert(AnyBoard::grid(side, side).expect("it is small"));
    let setup = game.setup_of_any_size()?;
    match serve(&setup, args.limits.limits(), io::stdin(), &mut io::stdout().lock()) {
        Ok(()) => Ok(Exit::Success),
        Err(ServeError::Game(what)) => Err(CommandError(format!("--{what}"))),
        Err(ServeError::System(error)) => unless_closed(Err(error)).map(|()| Exit::Success),
    }
}
