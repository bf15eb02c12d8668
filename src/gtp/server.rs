//! One command after the other.

use std::io::{self, Read, Write};

use super::commands;
use super::engine::Engine;
use super::game::GameInHand;
use super::input::Input;
use super::protocol::{Line, Output};
use crate::ask::Setup;
use crate::solve::Limits;

/// Why there is no session, or why it broke off.
#[derive(Debug)]
pub enum ServeError {
    /// The protocol cannot say the game: what was given and what was expected.
    Game(String),
    /// The output cannot be written, or no thread can be started.
    System(io::Error),
}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> ServeError {
        ServeError::System(error)
    }
}

/// Answers the commands of `reader` to `writer` until `quit` or the end of the input. The limits are those of each
/// command.
///
/// # Errors
/// See [`ServeError`].
pub fn serve(
    setup: &Setup,
    limits: Limits,
    reader: impl Read + Send + 'static,
    writer: &mut dyn Write,
) -> Result<(), ServeError> {
    let game = GameInHand::new(setup).map_err(ServeError::Game)?;
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
