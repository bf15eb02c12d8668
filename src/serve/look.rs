//! The answers that take no search.

use serde::Deserialize;

use super::read::{object, setup};
use super::refusal::Refusal;
use crate::ask::{Look, Texts};
use crate::page::boards::{Drawn, board};

/// A board by its name, or with its edges.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardTexts {
    /// The name.
    pub board: String,
    /// The edges, two names of points a line.
    #[serde(default)]
    pub edges: Option<String>,
}

impl BoardTexts {
    /// The board as it is drawn.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn drawn(self) -> Result<Drawn, Refusal> {
        Ok(Drawn::of(&board(&self.board, self.edges)?))
    }
}

/// What can be seen after the moves of a question.
///
/// # Errors
/// What is wrong with the question. A move that may not be made is no error: the answer says it.
pub fn look(text: &[u8]) -> Result<Look, Refusal> {
    let texts: Texts = object("question", text)?;
    let setup = setup(&texts)?;
    let moves = texts.moves(&setup.game.board)?;
    Ok(Look::after(&setup, &moves))
}
