//! The program as an engine of the Go Text Protocol, for controllers such as GoGui and Sabaki.
//!
//! Source: Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2; what it
//! leaves open is done as GNU Go does it. The extensions are those of KataGo, Leela Zero, Sabaki
//! and GoGui, as their documents tell them, and commands of this program, whose names begin with
//! `superko-`. `docs/gtp.md` lists all of them.
//!
//! What can be asked of a game is in [`ask`](superko_query::ask); here are the protocol and the
//! commands.
//!
//! Below is the server: one command after the other.

mod analysis;
pub mod commands;
mod engine;
mod game;
mod genmove;
mod play;
mod protocol;
mod values;

use std::io::{self, Read, Write};

pub use self::protocol::decimal;

use self::engine::Engine;
use self::game::AnyGame;
use self::protocol::{Input, Line, Output};
use superko_go::board::{LargeSet, OfSize};
use superko_query::ask::Question;
use superko_solve::Limits;

/// Error of a session.
#[derive(Debug)]
pub enum ServeError {
    /// The protocol does not allow the game: what was given and what was expected.
    Game(String),
    /// The output cannot be written, or no thread can be started.
    System(io::Error),
}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> ServeError {
        ServeError::System(error)
    }
}

/// Answers the commands of `reader` to `writer` until `quit` or the end of the input. The limits
/// are those of each command.
///
/// # Errors
/// See [`ServeError`].
pub fn serve(
    setup: &OfSize<Question, Question<LargeSet>>,
    limits: Limits,
    reader: impl Read + Send + 'static,
    writer: &mut dyn Write,
) -> Result<(), ServeError> {
    let game = AnyGame::new(setup).map_err(ServeError::Game)?;
    let mut engine = Engine::new(game, limits, Input::new(reader)?, Output::new(writer));
    while !engine.quit {
        let reply = match engine.input.next_line() {
            None => break,
            Some(Line::Blank | Line::Interrupt) => continue,
            Some(Line::Wrong(id, why)) => {
                engine.output.answer(&id);
                Err(why)
            }
            Some(Line::Command(command)) => {
                engine.output.answer(&command.id);
                commands::run(&mut engine, &command)
            }
        };
        engine.output.end(&reply)?;
    }
    Ok(())
}
