//! What several tests need: the program as users run it, games and their states, the engines.

pub mod games;
pub mod program;
pub mod sample;
pub mod searching;
