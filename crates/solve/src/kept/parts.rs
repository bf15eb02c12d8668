//! Positions, moves and claims as bytes.

use std::io;

use super::bytes::{Reader, Writer, unreadable};
use crate::question::{Question, Side};
use superko_go::{Move, Player, Position};
use superko_rules::{Key, Points};

/// The moves that name no intersection, each at the place of its number, behind the numbers of those that do.
const NAMELESS: [Option<Move>; 6] = [
    None,
    Some(Move::Pass),
    Some(Move::Accept),
    Some(Move::Resume),
    Some(Move::ResumeModified),
    Some(Move::Dispute),
];

/// The number from which on moves name no intersection, and that from which on they are challenges.
const FIRST_NAMELESS: u8 = 240;
const FIRST_CHALLENGE: u8 = 120;

impl Writer<'_> {
    /// Writes a position.
    pub fn position(&mut self, position: &Position) -> io::Result<()> {
        position.stones.into_iter().try_for_each(|word| self.number(word))
    }

    /// Writes a player.
    pub fn player(&mut self, player: Player) -> io::Result<()> {
        self.u8(player.index() as u8)
    }

    /// Writes a key.
    pub fn key(&mut self, key: &Key) -> io::Result<()> {
        self.position(&key.position)?;
        self.player(key.mover)?;
        self.number(u64::from(key.phase))
    }

    /// Writes a side.
    pub fn side(&mut self, side: Side) -> io::Result<()> {
        self.bool(side == Side::White)
    }

    /// Writes a question.
    pub fn question(&mut self, question: Question) -> io::Result<()> {
        self.signed(*question.points.numer())?;
        self.signed(*question.points.denom())?;
        self.bool(question.strict)
    }

    /// Writes a move, or none.
    pub fn mv(&mut self, mv: Option<Move>) -> io::Result<()> {
        self.u8(match mv {
            Some(Move::Place(point)) => point,
            Some(Move::Challenge(point)) => FIRST_CHALLENGE + point,
            other => {
                let place = NAMELESS.iter().position(|nameless| *nameless == other);
                FIRST_NAMELESS + place.expect("every other move is in the list") as u8
            }
        })
    }
}

impl Reader<'_> {
    /// Reads a position.
    pub fn position(&mut self) -> io::Result<Position> {
        Ok(Position { stones: [self.number()?, self.number()?] })
    }

    /// Reads a player.
    pub fn player(&mut self) -> io::Result<Player> {
        Player::COLOURS.get(usize::from(self.u8()?)).copied().ok_or_else(unreadable)
    }

    /// Reads a key.
    pub fn key(&mut self) -> io::Result<Key> {
        Ok(Key { position: self.position()?, mover: self.player()?, phase: self.number()? })
    }

    /// Reads a side.
    pub fn side(&mut self) -> io::Result<Side> {
        Ok(if self.bool()? { Side::White } else { Side::Black })
    }

    /// Reads a question.
    pub fn question(&mut self) -> io::Result<Question> {
        let (numer, denom) = (self.signed()?, self.signed()?);
        if denom < 1 {
            return Err(unreadable());
        }
        Ok(Question { points: Points::new(numer, denom), strict: self.bool()? })
    }

    /// Reads a move on a board of so many intersections, or none.
    pub fn mv(&mut self, points: usize) -> io::Result<Option<Move>> {
        let number = self.u8()?;
        if let Some(place) = number.checked_sub(FIRST_NAMELESS) {
            return NAMELESS.get(usize::from(place)).copied().ok_or_else(unreadable);
        }
        let (point, challenge) = (number % FIRST_CHALLENGE, number >= FIRST_CHALLENGE);
        if usize::from(point) >= points {
            return Err(unreadable());
        }
        Ok(Some(if challenge { Move::Challenge(point) } else { Move::Place(point) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_read_as_it_was_written() {
        let named = (0..64).flat_map(|point| [Some(Move::Place(point)), Some(Move::Challenge(point))]);
        for mv in named.chain(NAMELESS) {
            let mut bytes = Vec::new();
            Writer(&mut bytes).mv(mv).unwrap();
            assert_eq!(Reader(&mut &bytes[..]).mv(64).unwrap(), mv);
            let smaller = Reader(&mut &bytes[..]).mv(1);
            let inside = mv.and_then(Move::names).is_none_or(|point| point == 0);
            assert_eq!(smaller.is_ok(), inside, "{mv:?}");
        }
    }
}
