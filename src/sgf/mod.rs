//! Records of games in the Smart Game Format, SGF FF\[4\], read and written.
//!
//! Source: Arno Hollosi, SGF File Format FF\[4\] (<https://www.red-bean.com/sgf/>).
//!
//! | file | what |
//! |---|---|
//! | `tree.rs` | nodes with their properties, as a file has them; every property is kept, known or not |
//! | `text.rs` | the text of a value: escapes, line breaks, two values in one |
//! | `encoding.rs` | how bytes make letters, and letters text |
//! | `grammar.rs` | the grammar: bytes become nodes |
//! | `parse.rs` | a file becomes a collection of trees, in the encoding that it says or that leaves no doubt |
//! | `write.rs` | a tree becomes a file, always with the same bytes |
//! | `point.rs` | intersections, lists of them and moves, on a board |
//! | `line.rs` | one line of a tree: its nodes from the root on, chosen by a path of variations |
//! | `course.rs` | what the nodes of a line tell: setups, moves, turns |
//! | `game.rs` | a line becomes a board, a start and moves: [`game::read`], which most callers want |
//! | `book.rs` | a solution becomes a tree |

pub mod book;
pub(crate) mod course;
mod encoding;
mod error;
pub mod game;
mod grammar;
mod line;
pub mod parse;
pub(crate) mod point;
pub mod text;

pub mod tree;
pub mod write;

pub use error::SgfError;
