//! What is solved at once, and what one certificate is about: the empty board of a table, or every position of
//! a board, under one variant.

use super::parts::{file_name, rows_path, table_path};
use super::plan::Case;
use super::variant::Variant;
use super::work::{nodes, states};
use crate::go::Board;
use crate::solve::Limits;

/// How many states a retrograde analysis may list for each node that a search may visit.
pub const STATES: u64 = 20;

/// A table, or a column of a strong table.
#[derive(Debug, Clone)]
pub enum Subject {
    /// The empty board.
    Table(Case),
    /// Every position of a board.
    Column(Board, Variant),
}

impl Subject {
    /// The board.
    pub fn board(&self) -> &Board {
        match self {
            Subject::Table(Case { board, .. }) | Subject::Column(board, _) => board,
        }
    }

    /// The ruleset and its options.
    pub fn variant(&self) -> Variant {
        match self {
            Subject::Table(Case { variant, .. }) | Subject::Column(_, variant) => *variant,
        }
    }

    /// In words.
    pub fn name(&self) -> String {
        let variant = self.variant().name();
        match self {
            Subject::Table(Case { board, .. }) => format!("{board} {variant}"),
            Subject::Column(board, _) => format!("every position of {board}, {variant}"),
        }
    }

    /// How much work it is, roughly.
    pub fn points(&self) -> usize {
        match self {
            Subject::Table(Case { board, .. }) => board.points(),
            // Many positions take longer than one.
            Subject::Column(board, _) => board.points() + 3,
        }
    }

    /// What solving it may take, if a search may take `most` nodes.
    pub fn limits(&self, most: u64) -> Limits {
        match self.variant().always_ends() {
            true => nodes(most),
            false => states(most.saturating_mul(STATES)),
        }
    }

    /// The path of the file with its values.
    pub fn path(&self) -> String {
        match self {
            Subject::Table(Case { board, variant }) => table_path(&board.to_string(), &variant.name()),
            Subject::Column(board, _) => rows_path(&board.to_string()),
        }
    }

    /// Which column of that file has them, if it has columns.
    pub fn column(&self) -> Option<String> {
        match self {
            Subject::Table(_) => None,
            Subject::Column(_, variant) => Some(variant.name()),
        }
    }

    /// The path of its certificate.
    pub fn certificate(&self) -> String {
        let (board, name) = (file_name(&self.board().to_string()), self.variant().name());
        match self {
            Subject::Table(_) => format!("{board}/{name}.cert"),
            Subject::Column(..) => format!("strong/{board}/{name}.cert"),
        }
    }
}
