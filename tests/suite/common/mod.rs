//! What several tests need: games and their states, the engines, the part of a sample, the program
//! as users run it.

#[path = "../../common/drafts.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
pub mod drafts;
#[path = "../../common/games.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
pub mod games;
pub mod program;
#[path = "../../common/sample.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
pub mod sample;
#[path = "../../common/searching.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
pub mod searching;
