//! The rules V1.5 of Jann: no superko, a finite supply of stones, and in continuations of a stopped game a
//! modified ko; with area scoring, or with territory scoring, where confirmation sequences tell which stones are
//! dead (`confirmation`).
//!
//! # State
//! Key: position, mover, and as the phase the number of a `Memory`: whether the game has stopped and who has
//! said what, or whether the last move was a pass; where a ko may not be retaken at once; the difference of the
//! prisoners; how many continuations there were and whether this one is modified; and for each ko captured in a
//! modified continuation by whom, which captures of it are prepared, and against whom it is locked. No past: no
//! article looks further back. The difference of the prisoners stays between bounds, as who has run out of
//! stones loses only those that stand (without a limit it matters to nobody and is not kept), so the states are
//! finite and games may go round in them. By territory the prisoners score, so there is no game without a limit.
//!
//! # Games without end
//! The document lets a player claim a draw when a position has come back a number of times that the tournament
//! rules specify. Here a game that never ends is a draw, and values are the same for any such number, if what
//! must come back is the state (with the prisoners, or whoever sends two and gets one back could claim a draw
//! while he runs out of stones). For a player who can force a result in finite play can do so without coming
//! to a state twice: each of his moves leads to a state with fewer moves left (`solve/retrograde.rs`). So no claim
//! can keep him from it. And if neither can force a win, each can keep the game from ending with his loss for
//! ever; as the states are finite one of them comes back as often as wanted, and then he claims his draw.
//!
//! Memories are kept from the side of the player to move, so the exchange of the colours leaves them as they are.

mod confirmation;
mod memory;
mod moves;

use super::axes::{Options, Scoring, Stones};
use super::fact::Delta;
use super::{Explain, Key, Play, Points, Properties, Ruleset, State};
use confirmation::{Claims, Final};
use moves::Moves;
use superko_go::board::MAX_POINTS;
use superko_go::score::{area, territory, territory_with_dead};
use superko_go::{Board, Move, Player, Position, Symmetry};

pub struct Jann {
    moves: Moves,
    /// What settles which stones are dead, by territory.
    claims: Option<Box<Claims>>,
}

impl Jann {
    /// The largest board. By territory the confirmation sequences from all positions are listed, 3.1 million states on
    /// 2x5, and claims are settled for every set of intersections that a chain can have.
    pub fn most_points(options: &Options) -> usize {
        if options.scoring == Scoring::Territory { 10 } else { MAX_POINTS }
    }

    /// # Panics
    /// By territory, if there is no limit of stones: the two options do not go together.
    pub fn new(options: Options) -> Jann {
        let claims = (options.scoring == Scoring::Territory).then(|| {
            assert_ne!(options.stones, Stones::Unlimited, "by territory the supply of stones is limited");
            Box::new(Claims::new(options))
        });
        Jann { moves: Moves::new(options), claims }
    }

    /// What decides about the stones and the score if the game ends with a move of the player to move. The turn
    /// would be his opponent's: he passes second, or speaks second at the stop.
    fn last(&self, key: &Key) -> Final {
        let memory = self.moves.memories.memory(key.phase);
        let lost = if key.mover == Player::Black { memory.lost } else { -memory.lost };
        Final { position: key.position, lost, turn: key.mover.other() }
    }

    /// The score of a game that ends at a key. By area stones are dead only by agreement, which no player needs to give.
    /// By territory a player's score is "the number of intersections in his territory, plus the number of opposing stones
    /// captured, plus the number of dead stones in his territory".
    fn score(&self, board: &Board, key: &Key) -> i32 {
        let position = &key.position;
        match &self.claims {
            None => area(board, position),
            Some(claims) => {
                let last = self.last(key);
                let dead = claims.dead(board, &last);
                territory_with_dead(board, position, dead) - i32::from(last.lost)
            }
        }
    }
}

impl Ruleset for Jann {
    fn properties(&self) -> Properties {
        Properties { always_ends: false, last_position_decides: self.claims.is_none(), ..Properties::BASE }
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, Delta::default())
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        self.moves.plays(board, key, &|| self.score(board, key), plays);
    }

    /// By territory a player's prisoners, less those of his opponent, and the opposing dead stones are together no
    /// more than the supply of stones and the intersections: when his opponent last placed a stone he had lost no
    /// more than the supply, and what he lost since stood on the board then. And territory is no more than the
    /// intersections.
    fn reach(&self, board: &Board, _state: &State) -> (Points, Points) {
        let n = board.points();
        let most = match (&self.claims, self.moves.options.stones.limit(n)) {
            (Some(_), Some(supply)) => supply + 2 * n,
            _ => n,
        };
        let most = Points::from_integer(most as i32);
        (-most, most)
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        self.moves.memories.image(phase, symmetry)
    }

    /// By territory, every confirmation sequence.
    fn prepare(&self, board: &Board, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Option<usize> {
        self.claims.as_ref().map_or(Some(0), |claims| claims.prepare(board, go_on))
    }
}

impl Explain for Jann {
    /// The position as it stands, with every stone alive.
    fn count(&self, board: &Board, key: &Key) -> i32 {
        if self.claims.is_none() {
            return area(board, &key.position);
        }
        let last = self.last(key);
        territory(board, &key.position) - i32::from(last.lost)
    }

    fn counted(&self) -> &'static str {
        match self.moves.options.scoring {
            Scoring::Area => "the area of the position is",
            Scoring::Territory => "territory and prisoners make",
        }
    }

    fn dead(&self, board: &Board, key: &Key) -> Option<u64> {
        Some(self.claims.as_ref()?.dead(board, &self.last(key)))
    }

    fn refusal(&self, board: &Board, key: &Key, mv: Move) -> &'static str {
        self.moves.refusal(board, key, mv)
    }
}
