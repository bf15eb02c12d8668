//! Games that may go on for ever as games that end: the first repetition of a key ends the game, and one player pays for it.
//!
//! # Argument
//! Under a ruleset whose games may go on for ever a state is its key alone. Let p be a player, n the most that a score can
//! be, and let the game end as soon as a stone play leads to a key that a stone play has led to before, with n + 1 points
//! against p. Then p can force v or more of this game, for v >= -n, if and only if he can force an end with v or more in
//! finite play of the other:
//!
//! * If he can force it in finite play, he has a strategy under which each key comes nearer to the end than all before
//!   (the attractor of `solve::retrograde`). It repeats no key, so he never pays, and his opponent's plays never repeat one
//!   either, as they are plays of games that follow it.
//! * If he has a strategy here that brings v, no game that follows it ends by a repetition. All games here end: there are
//!   finitely many keys, and as the number of passes in a row is bounded, a game without end makes stone plays for ever. So
//!   the same strategy, told what has been played, brings him v in finite play there.
//!
//! So the value here is what p can force in finite play, and n + 1 against him if he can force no end. The game begins with an
//! empty past: where keys had been reached before, he might have to pay for coming back to one of them.
//!
//! # State
//! Key: that of the game without end, whose phase is doubled, and 1 is added where the player to move is the one who pays; so
//! the exchange of the colours does not change it. Past: the keys that stone plays have led to, as [`Class::Occurred`] of the
//! position. A second position says which intersection is barred by ko: it has one stone there, of the player to move. After a
//! stone play no pass has just been made, so the key holds nothing else.

use super::fact::{Class, Delta, Fact, Past, SecondPosition};
use super::{Effect, Explain, Key, Play, Points, Properties, Ruleset, State, Stop, StopEffect};
use superko_go::{Board, Player, Position, Symmetry};

/// The rules of games that end at a repetition, after rules under which they may go on for ever.
pub(super) struct EndedAtRepetition<R> {
    /// The rules without a repetition.
    pub rules: R,
    /// The intersection that is barred by ko at a key of them.
    pub ko: fn(&R, &Board, &Key) -> Option<u8>,
}

/// The state of the game that ends at a repetition, at the cost of a player, in which nothing has been played yet.
pub fn begin(key: &Key, payer: Player) -> State {
    State { key: with_payer(key, payer), past: Past::default() }
}

fn with_payer(key: &Key, payer: Player) -> Key {
    Key { phase: 2 * key.phase + u32::from(key.mover == payer), ..*key }
}

/// The key of the other game, and who pays.
fn without_payer(key: &Key) -> (Key, Player) {
    let payer = if key.phase % 2 == 1 { key.mover } else { key.mover.other() };
    (Key { phase: key.phase / 2, ..*key }, payer)
}

/// What a repetition costs, in Black's points.
fn cost(board: &Board, payer: Player) -> i32 {
    let beyond = board.points() as i32 + 1;
    if payer == Player::Black { -beyond } else { beyond }
}

impl<R: Ruleset> Ruleset for EndedAtRepetition<R> {
    fn properties(&self) -> Properties {
        Properties { last_position_decides: false, ..Properties::BASE }
    }

    /// At the cost of the player to move.
    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        let (key, delta) = self.rules.start(position, mover);
        (with_payer(&key, mover), delta)
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let (key, payer) = without_payer(key);
        let before = plays.len();
        self.rules.plays(board, &key, plays);
        for play in &mut plays[before..] {
            debug_assert!(play.bars.is_empty() && play.stops.is_empty());
            let placed = play.mv.placed().is_some();
            let Effect::Next(next, delta) = &mut play.effect else { continue };
            if placed {
                let second = (self.ko)(&self.rules, board, next).map_or(SecondPosition::default(), |point| {
                    let mut stone = Position::default();
                    stone.stones[next.mover.index()] = 1 << point;
                    SecondPosition::of(&stone)
                });
                let fact = Fact { second, ..Fact::of(Class::Occurred, Some(next.mover), next.position) };
                delta.sets.push(fact);
                play.stops.push(Stop { fact, effect: StopEffect::End(cost(board, payer)) });
            }
            *next = with_payer(next, payer);
        }
    }

    fn reach(&self, board: &Board, state: &State) -> (Points, Points) {
        let most = board.points() as i32;
        let cost = cost(board, without_payer(&state.key).1);
        (Points::from_integer(cost.min(-most)), Points::from_integer(cost.max(most)))
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        2 * self.rules.phase_image(phase / 2, symmetry) + phase % 2
    }
}

/// Only engines play this game, so the defaults do.
impl<R: Ruleset> Explain for EndedAtRepetition<R> {}
