//! Bounds from unconditional life, which need no search.
//!
//! They are used if the score of a game is the area of its last position and nothing else
//! ([`crate::rules::Properties::last_position_decides`]). A player who passes from now on then keeps his alive chains
//! and their one-point eyes in every position that can still come (see [`crate::go::life`]), and everything else
//! is at worst his opponent's. He never plays a stone, so no bar can touch him, and he may always pass. Bars on
//! the opponent only take moves away from the opponent. So the bound holds under every past, and a proof that uses
//! it reads no fact for it.
//!
//! The argument does not extend to bounds that require the owner to *answer* a move: the position after the
//! answer may have stood before, and the answer would be barred.

use crate::hashing::FixedMap;

use crate::go::life::kept_by_passing;
use crate::go::{Player, Players, Position};
use crate::rules::{Game, Points};
use crate::solve::question::Side;

/// The number of positions whose bounds are kept.
const MOST: usize = 1 << 16;

/// Bounds that have been worked out, by position.
#[derive(Default)]
pub struct LifeBounds {
    known: FixedMap<Position, [i32; 2]>,
}

impl LifeBounds {
    /// What each side is sure of by passing to the end.
    pub fn bounds(&mut self, game: &Game, position: &Position) -> [(Side, Points); 2] {
        if self.known.len() >= MOST {
            self.known.clear();
        }
        let [low, high] = *self.known.entry(*position).or_insert_with(|| bounds(game, position));
        [(Side::Black, Points::from_integer(low)), (Side::White, Points::from_integer(high))]
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
        _ => [kept(&Player::Black), most - players.all()[1..].iter().map(kept).sum::<i32>()],
    }
}
