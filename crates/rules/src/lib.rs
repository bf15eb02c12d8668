//! Rulesets of Go as data: the contract, the catalogue, rules files, and the referee.
//!
//! For a [`Key`] a ruleset lists the [`Play`]s that the board admits, and for each play the facts
//! of the history that bar it, the facts that make it end the game or lead elsewhere, and what it
//! leads to otherwise. Engines need no more and never ask which ruleset they run. A new rules
//! document is one new rules file and its name in [`catalogue::ALL`].
//!
//! The state of a game has two parts. The *key* (position, mover, phase) is small and copied
//! freely. The *history* is a set of [facts](fact::Fact). Each ruleset says under `# State` what is
//! in each and why nothing else matters.
//!
//! # How a ruleset is carried out
//!
//! Most rulesets are compositions of *clauses* ([`clauses`]), written down in a rules file
//! ([`mod@file`]): what bans a stone play, what lifts the ban, when the game ends, how it is
//! scored. The documents of the catalogue are such files (`documents/`), and users write their own.
//! One state machine carries out every composition (`machine`).
//!
//! Three are state machines of their own ([`entry::Machine`]): Spight's rules by territory
//! (`encore`), Jann's rules V1.5 (`jann`, with the confirmation sequences of its territory
//! scoring), and Nieminen's proposal, rules 14, 14a and 14b (`nieminen`).
//!
//! Whether suicide may be played is decided in [`superko_go::Position::place`], area and territory
//! are counted in [`superko_go::score`].
//!
//! [`referee`] plays a given game by these rules, and reports what bans a move and how the game
//! ends. A [`Line`] is a position in a game: the start, the moves made, the state reached.

pub mod axes;
pub mod backwards;
pub mod catalogue;
pub mod clauses;
mod encore;
pub mod entry;
pub mod fact;
pub mod file;
pub mod game;
mod jann;
pub mod line;
mod machine;
pub mod mends;
pub mod names;
mod nieminen;
pub mod referee;
pub mod repetition;
pub mod ruleset;
mod source;

pub use entry::{Refereed, Rules};
pub use machine::WIN_BY_CYCLE;
pub use ruleset::{Explain, Points, Properties, Ruleset, mean, won};
pub use source::nearest;

/// A key on a board of up to 64 intersections.
pub type Key = ruleset::Key;
/// A play on such a board.
pub type Play = ruleset::Play;
/// A stop of such a play.
pub type Stop = ruleset::Stop;
/// The effect of such a stop.
pub type StopEffect = ruleset::StopEffect;
/// The effect of such a play.
pub type Effect = ruleset::Effect;
/// A game on such a board.
pub type Game = game::Game;
/// The state of such a game.
pub type State = ruleset::State;
/// The ruling on a play of such a game.
pub type Ruling = game::Ruling;
/// A position in such a game.
pub type Line = line::Line;

pub(crate) use ruleset::{placements, refusal};
