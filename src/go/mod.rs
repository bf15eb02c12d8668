//! Stones on a graph, and nothing about the past.
//!
//! What a placement does to the board, what a position is worth and how it is written. Whether a
//! placement is *allowed* by a rule about repetition is the business of [`crate::rules`].

pub mod automorphisms;
pub mod board;
pub mod edge_list;
pub mod graphs;
pub mod life;
pub mod notation;
pub mod position;
pub mod record;
pub mod score;
pub mod symmetry;

pub use board::{Board, BoardError};
pub use notation::Move;
pub use position::{Placement, Player, Players, Position, Suicide};
pub use symmetry::Symmetry;
