//! `--board`: the name of a board, or a file of edges.

use std::path::Path;

use super::input::read_text;
use crate::go::{Board, BoardError, edge_list};

/// The board of this name, else that of the file of this name. A file is never taken for what a name means, so
/// one that is called `2x3` must be given as `./2x3`.
///
/// # Errors
/// What is wrong with it and what was expected, without its name.
pub fn read(name: &str) -> Result<Board, String> {
    Board::parse(name).or_else(|error| match error {
        BoardError::Syntax(_) if Path::new(name).exists() => read_file(name),
        _ => {
            let what = error.to_string();
            let what = what.strip_prefix(&format!("board {name:?}: ")).unwrap_or(&what);
            let file = matches!(error, BoardError::Syntax(_));
            let file = if file { ", or a file of edges (there is no file of that name)" } else { "" };
            Err(format!("{what}{file}"))
        }
    })
}

fn read_file(path: &str) -> Result<Board, String> {
    let text = read_text(path).map_err(|error| format!("{error}, expected a text with one edge a line"))?;
    let stem =
        Path::new(path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    // The name is part of a line of output.
    let stem: String =
        stem.chars().map(|c| if c.is_control() || c.is_whitespace() { '_' } else { c }).collect();
    edge_list::parse(&stem, &text).map_err(|error| error.to_string())
}
