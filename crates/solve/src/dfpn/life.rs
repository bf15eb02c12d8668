//! Bounds from unconditional life (pass-alive chains), which need no search.
//!
//! They are used if the score of a game is the area of its last position and nothing else
//! ([`superko_rules::Properties::last_position_decides`]). A player who passes from now on then
//! keeps his alive chains and their one-point eyes in every position that can still come (see
//! [`superko_go::life`]), and everything else is at worst his opponent's. He never plays a stone,
//! so no ban can touch him, and he may always pass. Bans on the opponent only take moves away from
//! the opponent. So the bound holds under every history, and a proof that uses it reads no fact for
//! it.
//!
//! The argument does not extend to bounds that require the owner to *answer* a move: the position
//! after the answer may have stood before, and the answer would be illegal.

use crate::threshold::{Side, Threshold};
use superko_go::hashing::Hash64;
use superko_go::life::{nothing_pass_alive, pass_alive, pass_alive_bound};
use superko_go::{Player, Players, Position};
use superko_rules::axes::Options;
use superko_rules::{Game, Points};

/// The number of cached positions: they stay in a near cache, as the bounds are quickly computed
/// again.
const CACHE_SLOTS: usize = 1 << 12;

/// A cache of bounds. Each position has one slot, where the next one replaces it.
pub struct LifeBounds {
    players: Players,
    /// Empty until the first bounds are computed.
    cache: Vec<Option<(Position, [i32; 2])>>,
}

impl LifeBounds {
    pub fn new(players: Players) -> LifeBounds {
        LifeBounds { players, cache: Vec::new() }
    }

    /// The side that reaches its aim in a question by passing to the end, if any, and the score it
    /// is sure of.
    ///
    /// Most positions have too few stones for the question, and that is seen without asking which
    /// of them are alive. The more intersections a player keeps, the better is the bound for him;
    /// so where even [`pass_alive_bound`] does not serve his aim, what he does keep does not.
    #[inline]
    pub fn decide(
        &mut self,
        game: &Game,
        position: &Position,
        question: &Threshold,
    ) -> Option<(Side, Points)> {
        let players = self.players;
        let most = bounds(game, players, |player| pass_alive_bound(&game.board, position, player));
        deciding(most, question)?;
        let most = bounds(game, players, |player| match nothing_pass_alive(&game.board, position, player) {
            true => 0,
            false => pass_alive_bound(&game.board, position, player),
        });
        deciding(most, question)?;
        if self.cache.is_empty() {
            self.cache.resize(CACHE_SLOTS, None);
        }
        let slot = &mut self.cache[position.hash64() as usize % CACHE_SLOTS];
        let (_, known) = match slot {
            Some(known) if known.0 == *position => known,
            _ => slot.insert((*position, {
                let suicide = game.options.suicide;
                bounds(game, players, |player| pass_alive(&game.board, position, player, suicide, players))
            })),
        };
        deciding(*known, question)
    }
}

/// Bounds of Black's score in every game that comes to a position, under any history; `None` if
/// scores are not those of the last position alone.
pub fn bounds_of(game: &Game, position: &Position) -> Option<[Points; 2]> {
    let Options { players, suicide, .. } = game.options;
    let kept = |player| pass_alive(&game.board, position, player, suicide, players);
    let decides = game.rules.properties().last_position_decides;
    decides.then(|| bounds(game, players, kept).map(Points::from_integer))
}

/// The first side whose aim its bound serves.
#[inline]
fn deciding([low, high]: [i32; 2], question: &Threshold) -> Option<(Side, Points)> {
    let bounds = [(Side::Black, Points::from_integer(low)), (Side::White, Points::from_integer(high))];
    bounds.into_iter().find(|(side, bound)| question.served(*bound) == *side)
}

/// Bounds of Black's score if each player keeps these intersections.
#[inline]
fn bounds(game: &Game, players: Players, kept: impl Fn(Player) -> u64) -> [i32; 2] {
    let kept = |player: &Player| kept(*player).count_ones() as i32;
    let most = game.most();
    match players {
        Players::Two => [2 * kept(&Player::Black) - most, most - 2 * kept(&Player::White)],
        // Black's own points: he has what he keeps, and not what each of the others keeps.
        _ => [kept(&Player::Black), most - players.all()[1..].iter().map(kept).sum::<i32>()],
    }
}
