//! What several tests need: games and their states, the engines, the part of a sample.

#[path = "../../../../../tests/common/drafts.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
pub mod drafts;
#[path = "../../../../../tests/common/games.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
pub mod games;
#[path = "../../../../../tests/common/sample.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
pub mod sample;
#[path = "../../../../../tests/common/searching.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
pub mod searching;
