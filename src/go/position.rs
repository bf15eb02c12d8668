//! Positions and what a placement does to one: chains, liberties, captures, suicide.
//!
//! A [`Position`] is which intersections bear which colour, and nothing else: not who is to move, not
//! the ko, not the prisoners. Two positions are equal if and only if every intersection bears the same
//! colour in both.

use super::topology::Topology;

/// A player and his colour. Black is the first player; scores are Black's points less White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The first player.
    Black,
    /// The second player.
    White,
}

impl Player {
    /// Both players, in the order of play.
    pub const ALL: [Player; 2] = [Player::Black, Player::White];

    /// 0 for Black, 1 for White.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }

    /// `Black` or `White`.
    pub fn name(self) -> &'static str {
        match self {
            Player::Black => "Black",
            Player::White => "White",
        }
    }
}

/// What becomes of a stone that leaves its own chain without liberties and captures nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Suicide {
    /// It may not be played.
    #[default]
    Forbidden,
    /// The chain is removed; a single stone too, which leaves the position as it was.
    Allowed,
    /// The chain is removed if it has two stones or more; a single stone may not be played.
    MultiStone,
}

impl Suicide {
    /// All variants.
    pub const ALL: [Suicide; 3] = [Suicide::Forbidden, Suicide::Allowed, Suicide::MultiStone];
}

/// Which intersections bear which colour. `stones[p]` is the set of stones of player `p`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Position {
    /// The stones of Black and of White.
    pub stones: [u64; 2],
}

/// What a placement leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// The position after captures.
    pub position: Position,
    /// The opposing stones that were removed.
    pub captured: u64,
}

impl Position {
    /// All occupied intersections.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The same position with the colours exchanged.
    #[inline]
    pub fn exchanged(&self) -> Position {
        Position { stones: [self.stones[1], self.stones[0]] }
    }

    /// The colour of an intersection, if it bears a stone.
    pub fn colour(&self, point: u8) -> Option<Player> {
        Player::ALL.into_iter().find(|p| self.stones[p.index()] >> point & 1 == 1)
    }

    /// Places a stone of `player` on `point`: opposing chains without liberties are removed, then, if
    /// `suicide` lets it, the player's own chain.
    ///
    /// `None` if the intersection is occupied or the placement is a suicide that may not be played.
    #[inline]
    pub fn place(&self, board: &Topology, player: Player, point: u8, suicide: Suicide) -> Option<Placement> {
        let stone = 1u64 << point;
        if self.occupied() & stone != 0 {
            return None;
        }
        let mut own = self.stones[player.index()] | stone;
        let mut theirs = self.stones[player.other().index()];
        let free = |own: u64, theirs: u64| board.full() & !own & !theirs;
        let around = board.adjacent(stone);

        let mut captured = 0;
        let mut touched = around & theirs;
        while touched != 0 {
            let chain = board.flood(touched & touched.wrapping_neg(), theirs);
            touched &= !chain;
            if board.adjacent(chain) & free(own, theirs) == 0 {
                captured |= chain;
            }
        }
        theirs &= !captured;

        if captured == 0 && around & free(own, theirs) == 0 {
            let chain = board.flood(stone, own);
            if board.adjacent(chain) & free(own, theirs) == 0 {
                let single = chain == stone;
                if suicide == Suicide::Forbidden || (suicide == Suicide::MultiStone && single) {
                    return None;
                }
                own &= !chain;
            }
        }
        let mut position = Position::default();
        position.stones[player.index()] = own;
        position.stones[player.other().index()] = theirs;
        Some(Placement { position, captured })
    }

    /// A chain without liberties, if there is one: a position that has one cannot stand on a board.
    pub fn chain_without_liberties(&self, board: &Topology) -> Option<u64> {
        let free = board.full() & !self.occupied();
        for stones in self.stones {
            let mut rest = stones;
            while rest != 0 {
                let chain = board.flood(rest & rest.wrapping_neg(), stones);
                rest &= !chain;
                if board.adjacent(chain) & free == 0 {
                    return Some(chain);
                }
            }
        }
        None
    }
}

/// The members of a set of intersections, in ascending order.
pub fn members(set: u64) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let point = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            point
        })
    })
}

/// Every legal position of a board, in an order that does not change: for tests and for counting.
///
/// 3^points positions are tried, so this is for boards up to about 12 intersections.
pub fn legal_positions(board: &Topology) -> impl Iterator<Item = Position> + '_ {
    let points = board.points() as u32;
    (0..3u64.pow(points)).filter_map(move |mut code| {
        let mut position = Position::default();
        for point in 0..points {
            match code % 3 {
                1 => position.stones[0] |= 1 << point,
                2 => position.stones[1] |= 1 << point,
                _ => {}
            }
            code /= 3;
        }
        position.chain_without_liberties(board).is_none().then_some(position)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::notation::{diagram_line, parse_position};

    fn place(board: &str, position: &str, player: Player, point: u8, suicide: Suicide) -> Option<String> {
        let board = Topology::parse(board).unwrap();
        let position = parse_position(&board, position).unwrap();
        position.place(&board, player, point, suicide).map(|p| diagram_line(&board, &p.position))
    }

    #[test]
    fn the_number_of_legal_positions_is_the_published_one() {
        // Source: J. Tromp and G. Farneback, Combinatorics of Go.
        let published = [
            (1, 1, 1),
            (1, 2, 5),
            (1, 3, 15),
            (1, 4, 41),
            (1, 5, 113),
            (1, 6, 313),
            (1, 7, 867),
            (1, 8, 2401),
            (2, 2, 57),
            (2, 3, 489),
            (2, 4, 4125),
            (3, 3, 12675),
        ];
        for (rows, cols, count) in published {
            let board = Topology::grid(rows, cols).unwrap();
            assert_eq!(legal_positions(&board).count(), count, "{rows}x{cols}");
        }
    }

    #[test]
    fn captures_come_before_suicide() {
        assert_eq!(place("2x2", ".X/X.", Player::White, 0, Suicide::Forbidden), None);
        assert_eq!(place("2x2", "XX/X.", Player::White, 3, Suicide::Forbidden).as_deref(), Some("../.O"));
        assert_eq!(place("1x2", "X.", Player::White, 1, Suicide::Forbidden).as_deref(), Some(".O"));
    }

    #[test]
    fn suicide_removes_the_chain_if_it_is_allowed() {
        let double = |suicide| place("1x5", "O.X..", Player::White, 1, suicide);
        assert_eq!(double(Suicide::Forbidden), None);
        assert_eq!(double(Suicide::Allowed).as_deref(), Some("..X.."));
        assert_eq!(double(Suicide::MultiStone).as_deref(), Some("..X.."));
        let corner = |suicide| place("2x2", ".X/X.", Player::White, 0, suicide);
        assert_eq!(corner(Suicide::Allowed).as_deref(), Some(".X/X."));
        assert_eq!(corner(Suicide::MultiStone), None);
    }

    #[test]
    fn an_occupied_intersection_cannot_be_played() {
        assert_eq!(place("1x2", "X.", Player::Black, 0, Suicide::Allowed), None);
    }
}
