//! Stones on a graph, and nothing about the past: boards and their symmetries, positions, area, unconditional life, notation.
//!
//! What a placement does to the board, what a position is worth and how it is written. Whether a
//! placement is *allowed* by a rule about repetition is the business of the crate `superko-rules`.

#[cfg(feature = "serde")]
pub mod as_text;
pub mod bits;
pub mod board;
mod board_name;
pub mod classes;
mod drawing;
pub mod edge_list;
pub mod hashing;
pub mod life;
pub mod moves;
pub mod notation;
pub mod placement;
pub mod player;
pub mod position;
pub mod record;
pub mod score;
pub mod symmetry;

pub use board::{Board, BoardError};
pub use moves::Move;
pub use placement::{Placement, Placements, Suicide};
pub use player::{Player, Players};
pub use position::Position;
pub use symmetry::Symmetry;
