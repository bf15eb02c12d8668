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

pub use board::BoardError;
pub use placement::Suicide;
pub use player::{Player, Players};
pub use symmetry::Symmetry;

/// A board of up to 64 intersections: [`board::Board`] over one word.
pub type Board = board::Board;
/// A position on such a board.
pub type Position = position::Position;
/// The result of a placement on such a board.
pub type Placement = placement::Placement;
/// The placements of a player on a position of such a board.
pub type Placements<'a> = placement::Placements<'a>;
/// A move on such a board.
pub type Move = player::Move;
