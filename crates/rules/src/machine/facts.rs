//! The facts that the clauses of a composition ask for.

use super::Composition;
use super::phase::Phase;
use crate::clauses::Repetition;
use crate::fact::{Class, Fact};
use superko_go::{Player, Players, Position};

impl Composition {
    /// The fact that a position has stood with `next` to move, as the ban on repetition asks for it; under
    /// `left-position` the fact that the opponent of `next` has played on the position. `phase` is that of `next`: it has
    /// the position that his opponent passed on last.
    #[inline(always)]
    pub fn stood(&self, position: Position, next: Player, phase: &Phase) -> Option<Fact> {
        let who = match self.clauses.repetition? {
            Repetition::Position => None,
            _ => Some(next),
        };
        let mut fact = Fact::of(Class::Stood, who, position);
        if self.clauses.remembers_passes() {
            fact.second = phase.other.map(|passed| passed.seen_by(Players::Two, next));
        }
        Some(fact)
    }

    /// The fact that the state has occurred since the occurrences are counted.
    pub fn occurred(&self, position: Position, next: Player) -> Fact {
        Fact::of(Class::Occurred, Some(next), position)
    }
}

/// The fact that the last stone play was made on a position, and no pass has come since.
pub fn undone(position: Position) -> Fact {
    Fact::of(Class::Undone, None, position)
}

/// The fact that a player has passed on a position.
pub fn passed(player: Player, position: Position) -> Fact {
    Fact::of(Class::Passed, Some(player), position)
}

/// The fact that a player has passed on a position and `count` other players passed at once.
pub fn followed(count: u32, player: Player, position: Position) -> Fact {
    Fact::of(Class::FOLLOWED[count as usize - 1], Some(player), position)
}
