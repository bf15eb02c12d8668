//! `--board`: the name of a board, or a file of edges.

use std::path::Path;

use super::ended::BadInput;
use super::input::read_text;
use crate::go::{Board, BoardError, edge_list};

/// The board of this name, else that of the file of this name. A file is never taken for what a name means, so
/// one that is called `2x3` must be given as `./2x3`.
pub fn read(name: &str) -> Result<Board, BadInput> {
    match Board::parse(name) {
        Err(BoardError::Syntax(_)) if Path::new(name).exists() => read_file(name),
        Err(error @ BoardError::Syntax(_)) => {
            Err(BadInput(format!("{error}, or a file of edges (there is no file of that name)")))
        }
        other => Ok(other?),
    }
}

fn read_file(path: &str) -> Result<Board, BadInput> {
    let bad = |what: String| BadInput(format!("board {path:?}: {what}"));
    let text =
        read_text(path).map_err(|error| bad(format!("{error}, expected a text with one edge a line")))?;
    let stem =
        Path::new(path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    // The name is part of a line of output.
    let stem: String =
        stem.chars().map(|c| if c.is_control() || c.is_whitespace() { '_' } else { c }).collect();
    edge_list::parse(&stem, &text).map_err(|error| bad(error.to_string()))
}
