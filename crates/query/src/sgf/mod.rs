//! Records of games in the Smart Game Format, SGF FF\[4\], read and written.
//!
//! Source: Arno Hollosi, SGF File Format FF\[4\] (<https://www.red-bean.com/sgf/>).
//!
//! [`game::read`] is what most callers want: a line of a file as a board, a start and moves.
//! [`book`] makes a tree of a solution.

pub mod book;
pub mod game;
mod grammar;
pub mod parse;
pub mod properties;
pub mod tree;

pub use tree::SgfError;
