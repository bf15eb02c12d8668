//! A line told move by move: what each move did, and what was barred for the player who made it.

use serde::Serialize;

use super::look::{Barred, Made};
use super::question::Question;
use crate::go::Move;
use crate::referee::Why;

/// A move of a line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Told {
    /// The move, and what it did.
    #[serde(flatten)]
    pub made: Made,
    /// The moves that the past barred for the player.
    pub bars: Vec<Barred>,
}

/// Tells a line that begins where a question stands.
///
/// # Panics
/// If a move of the line is illegal.
pub fn told(question: &Question, line: &[Move]) -> Vec<Told> {
    let game = &question.setup.game;
    let mut referee = question.referee();
    let tell = |mv: &Move| {
        let plays = game.plays(&referee.state().key);
        let bans = plays.iter().filter_map(|play| referee.ban(play.mv));
        let bars = bans.filter(|ban| matches!(ban.why, Why::Barred { .. }));
        let bars = bars.map(|ban| Barred::of(&game.board, &ban)).collect();
        let step = referee.play(*mv).expect("a line is made of legal moves");
        Told { made: Made::of(&game.board, &step), bars }
    };
    line.iter().map(tell).collect()
}
