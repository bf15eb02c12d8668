//! Go on any graph: boards and their symmetries, positions, placements, area, unconditional life,
//! notation.
//!
//! Nothing here knows the history of a game: whether a rule about repetition allows a placement is
//! the business of the crate `superko-rules`.

#[cfg(feature = "serde")]
pub mod as_text;
pub mod bits;
pub mod board;
pub mod classes;
mod drawing;
pub mod hashing;
pub mod life;
pub mod notation;
pub mod placement;
pub mod player;
pub mod position;
pub mod score;
pub mod symmetry;

pub use board::{Board, BoardError};
pub use placement::{Placement, Placements, Suicide};
pub use player::{Move, Player, Players};
pub use position::Position;
pub use symmetry::Symmetry;
