//! The program as an engine of the Go Text Protocol, for controllers such as GoGui and Sabaki.
//!
//! Source: Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2; what it leaves open is done as
//! GNU Go does it. The extensions are those of KataGo, Leela Zero, Sabaki and GoGui, as their documents tell them, and
//! commands of this program, whose names begin with `superko-`. `docs/gtp.md` lists all of them.
//!
//! What can be asked of a game is in [`ask`](crate::ask); here are the protocol and the commands.
//!
//! | file | what |
//! |---|---|
//! | `protocol.rs` | lines, comments, ids and replies |
//! | `input.rs` | the lines as they come in, while something else is worked on |
//! | `words.rs` | colours, points, numbers and scores as the protocol writes them |
//! | `komi.rs` | komi, and what White has for a handicap |
//! | `game.rs` | the game in hand: board, ruleset, start, moves, undo |
//! | `engine.rs` | all that the commands share: the game, the solvers, the limits, the output |
//! | `clock.rs` | the time that the controller leaves |
//! | `starting.rs`, `handicap.rs`, `playing.rs`, `scoring.rs`, `recording.rs`, `ruling.rs`, `valuing.rs`, `gogui.rs` | commands |
//! | `choosing.rs` | `genmove` and the move that it plays |
//! | `analysis.rs`, `analysing.rs` | what an analysis knows, and the commands that stream it |
//! | `commands.rs` | the table of commands |
//! | `server.rs` | one command after the other |

mod analysing;
mod analysis;
mod choosing;
mod clock;
pub mod commands;
mod engine;
mod game;
mod gogui;
mod handicap;
mod input;
mod komi;
mod playing;
mod protocol;
mod recording;
mod ruling;
mod scoring;
mod server;
mod starting;
mod valuing;
mod words;

pub use server::{ServeError, serve};
