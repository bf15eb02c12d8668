//! Bounds from unconditional life, which need no search.
//!
//! If the score of a game is the area of its last position and nothing else
//! ([`crate::rules::Properties::last_position_decides`]), a player who passes from now on keeps his alive
//! chains and their one-point eyes in every position that can still come (see [`crate::go::life`]), and all
//! the rest is at worst his opponent's. He never plays a stone, so no bar can touch him, and he may always
//! pass. Bars on the opponent only take moves away from him. So the bound holds under every past and reads
//! nothing.
//!
//! A bound in which the owner must *answer* would be another matter: the position after his answer may have
//! stood before.

use super::undo_past::hasher;
use crate::go::life::kept_by_passing;
use crate::go::{Player, Players, Position};
use crate::rules::{Game, Points};
use crate::solve::question::Side;

/// The bounds of the positions seen lately.
pub struct LifeBounds {
    slots: Vec<Option<(Position, [i32; 2])>>,
}

impl LifeBounds {
    /// Nothing seen yet.
    pub fn new() -> LifeBounds {
        LifeBounds { slots: vec![None; 1 << 14] }
    }

    /// What each side is sure of by passing to the end: its alive chains and their eyes are its own in
    /// every position that can still come (see [`crate::go::life`]), all the rest at worst the other
    /// side's.
    pub fn bounds(&mut self, game: &Game, position: &Position) -> [(Side, Points); 2] {
        let place = hasher().hash_one(position) as usize % self.slots.len();
        let kept = match self.slots[place] {
            Some((known, kept)) if known == *position => kept,
            _ => {
                let kept = bounds(game, position);
                self.slots[place] = Some((*position, kept));
                kept
            }
        };
        [(Side::Black, Points::from_integer(kept[0])), (Side::White, Points::from_integer(kept[1]))]
    }
}

/// What Black reaches at least and at most.
fn bounds(game: &Game, position: &Position) -> [i32; 2] {
    let players = game.rules.properties().players;
    let kept = |player: &Player| {
        let set = kept_by_passing(&game.board, position, *player, game.options.suicide, players);
        set.count_ones() as i32
    };
    let most = game.most();
    match players {
        Players::Two => [2 * kept(&Player::Black) - most, most - 2 * kept(&Player::White)],
        // Black's own points: he has what he keeps, and not what each of the others keeps.
        Players::Three => [kept(&Player::Black), most - kept(&Player::White) - kept(&Player::Red)],
    }
}
