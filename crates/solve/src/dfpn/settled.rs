//! Settled positions as leaves of the search: a player is sure of points by filling or by replies,
//! which may make positions that a ban on repetition forbids.
//!
//! A position is *settled* for a side in a question if its player is sure of the points that he
//! needs by passing, by filling ([`crate::attack::settled`]) or by replies
//! ([`crate::attack::replies`]), within the limits of [`DEFAULT`]. Only rulesets are asked under
//! which bounded proofs may end there ([`Terms::of`]) and scores are those of the last position.
//!
//! # What a leaf asks of the history
//! From a settled position the player has a strategy: his stones make settled positions alone, and
//! none of them twice, and he passes only where his opponent has no stone in what he is sure of.
//! That is shown where filling and replies are explained. Under these rulesets
//!
//! * a stone is illegal only because of a fact about the position that it makes; because of basic
//!   ko, which the arguments for filling and replies cover; or, right after a pass, because of a fact
//!   about the position that was passed on. There the player plays a stone only if his own stone has
//!   made that position, as otherwise he has just passed himself and passes again.
//! * a pass ends the game too early only by a fact about the position that is passed on, which his
//!   stone has made: where he passes himself he has his points.
//!
//! So the strategy is not affected by a history in which no fact is about a settled position, except
//! the leaf itself, which the strategy does not make again.
//!
//! # What a lemma asks of the history
//! A lemma whose proof has such a leaf is [*unsettled*](crate::lemma::Lemma::unsettled): it claims
//! its bound under histories without a fact about a position that is settled for its side and its
//! claim. What is settled for a claim is settled for each weaker one, as fewer points take no more
//! replies. Let c be the claim of a lemma, and d that of one of its moves, by a leaf or by a lemma.
//! As a claim is the weakest of those of its moves, no fact of the lemma's history is about a
//! position that is settled for d. The facts that the move sets are about the position before it and
//! the one after it. Neither is settled for d, except that after the move a leaf is: a position that
//! is settled in the question of the search is a leaf and never searched, the root is looked at
//! before the search, and what answers a question is settled in fewer positions than the question.
//! So what the move asks of its history holds, and the lemma holds by induction.
//!
//! During a search no position of the line is settled in its question, for the same reason. So it is
//! enough to look at the root once for each question ([`SettledPositions::begin`]): where no fact of
//! its history is about a position that is settled for a side, and its own position is not, lemmas
//! of that side are used and made that are unsettled, and settled positions are leaves. Where one
//! is, the search does without them for that side.

use crate::attack::Terms;
use crate::attack::replies::{DEFAULT, Parts, Replies};
use crate::threshold::{Side, Threshold};
use superko_go::hashing::Hash64;
use superko_go::{Board, Position, Suicide};
use superko_rules::{Game, Points, State};

/// The number of cached positions.
const CACHE_SLOTS: usize = 1 << 12;

/// The settled positions of a question.
pub struct SettledPositions {
    suicide: Suicide,
    parts: Parts,
    /// The points that each side needs in the question.
    needed: [u32; 2],
    /// Whether the settled positions of each side are leaves.
    used: [bool; 2],
    /// Positions, and what is known of each for each side. Each has one slot, where the next one
    /// replaces it.
    cache: Vec<(Position, [Option<bool>; 2])>,
}

impl SettledPositions {
    /// The settled positions of a game, with about `bytes` bytes for parts of the board; `None` if
    /// they are no leaves under its ruleset.
    pub fn of(game: &Game, bytes: usize) -> Option<SettledPositions> {
        let decides = game.rules.properties().last_position_decides;
        let terms = Terms::of(game).filter(|_| decides)?;
        Some(SettledPositions {
            suicide: terms.suicide,
            parts: Parts::within(bytes),
            needed: [0; 2],
            used: [false; 2],
            cache: Vec::new(),
        })
    }

    /// Begins a question about a state. Returns for each side whether no position of its history is
    /// settled: then settled positions are leaves.
    pub fn begin(&mut self, game: &Game, state: &State, question: &Threshold) -> [bool; 2] {
        let board = &game.board;
        let needed = Side::ALL.map(|side| needed_points(board, side, question));
        if needed != self.needed || self.cache.is_empty() {
            self.needed = needed;
            self.cache.clear();
            self.cache.resize(CACHE_SLOTS, Default::default());
        }
        let stood = || state.past.facts().map(|(fact, _)| fact.position).chain([state.key.position]);
        self.used = Side::ALL.map(|side| {
            let possible = self.needed[side as usize] <= board.points() as u32;
            possible && !stood().any(|position| self.is_settled(board, &position, side))
        });
        self.used
    }

    /// The side for which a position is settled, and the score of which it is sure.
    #[inline]
    pub fn decide(&mut self, board: &Board, position: &Position) -> Option<(Side, Points)> {
        let mut sides = Side::ALL.into_iter();
        let is_settled = |side: &Side| self.used[*side as usize] && self.is_settled(board, position, *side);
        let side = sides.find(is_settled)?;
        Some((side, score(board, side, self.needed[side as usize])))
    }

    /// Whether a position is settled for a side in the question.
    #[inline]
    fn is_settled(&mut self, board: &Board, position: &Position, side: Side) -> bool {
        let (own, points) = (position.stones[side as usize], self.needed[side as usize]);
        let touched = (own | board.adjacent(own)).count_ones();
        DEFAULT.may_secure(touched, self.suicide, points) && self.look_up(board, position, side)
    }

    fn look_up(&mut self, board: &Board, position: &Position, side: Side) -> bool {
        let slot = position.hash64() as usize % CACHE_SLOTS;
        if self.cache[slot].0 != *position {
            self.cache[slot] = (*position, [None; 2]);
        }
        if let Some(known) = self.cache[slot].1[side as usize] {
            return known;
        }
        let seen = if side == Side::Black { *position } else { position.exchanged() };
        let mut replies = Replies { limits: DEFAULT, parts: &mut self.parts };
        let is_settled = replies.secure(board, &seen, self.suicide, self.needed[side as usize]);
        self.cache[slot].1[side as usize] = Some(is_settled);
        is_settled
    }
}

/// The score if a side has some points and the other all others.
fn score(board: &Board, side: Side, points: u32) -> Points {
    let lead = 2 * points as i32 - board.points() as i32;
    Points::from_integer(if side == Side::Black { lead } else { -lead })
}

/// The points that a side needs in a question: at least one, and more than the board has if none
/// are enough.
fn needed_points(board: &Board, side: Side, question: &Threshold) -> u32 {
    let serve = |points: &u32| question.served(score(board, side, *points)) == side;
    (1..=board.points() as u32).find(serve).unwrap_or(board.points() as u32 + 1)
}
