//! Positions and what a placement does to one: chains, liberties, captures, suicide.
//!
//! A [`Position`] is which intersections bear which colour, and nothing else: not who is to move, not
//! the ko, not the prisoners. Two positions are equal if and only if every intersection bears the same
//! colour in both.

use super::board::Board;
use super::player::{Player, Players};

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

/// Which intersections bear which colour.
///
/// Two words hold three colours: an intersection in the first word alone is Black's, in the second alone White's,
/// and in both Red's. Without Red, `stones[p]` is the set of stones of player `p`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Position {
    /// The stones of Black and Red, and those of White and Red.
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
    /// The position with these stones of Black, White and Red, which must not overlap.
    #[inline]
    pub fn of_colours([black, white, red]: [u64; 3]) -> Position {
        Position { stones: [black | red, white | red] }
    }

    /// The stones of Black, White and Red.
    #[inline]
    pub fn colours(&self) -> [u64; 3] {
        let [first, second] = self.stones;
        [first & !second, second & !first, first & second]
    }

    /// All occupied intersections.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The same position with Black's and White's colours exchanged.
    #[inline]
    pub fn exchanged(&self) -> Position {
        Position { stones: [self.stones[1], self.stones[0]] }
    }

    /// The position as seen by a player who takes himself for Black: see [`Players::seen_by`].
    pub fn seen_by(&self, players: Players, viewer: Player) -> Position {
        let (colours, mut seen) = (self.colours(), [0; 3]);
        for player in players.all() {
            seen[players.seen_by(viewer, *player).index()] = colours[player.index()];
        }
        Position::of_colours(seen)
    }

    /// The colour of an intersection, if it bears a stone.
    pub fn colour(&self, point: u8) -> Option<Player> {
        let colours = self.colours();
        Players::Three.all().iter().copied().find(|player| colours[player.index()] >> point & 1 == 1)
    }

    /// Places a stone of `player` on `point`: opposing chains without liberties are removed, then, if
    /// `suicide` lets it, the player's own chain.
    ///
    /// `None` if the intersection is occupied or the placement is a suicide that may not be played.
    #[inline]
    pub fn place(&self, board: &Board, player: Player, point: u8, suicide: Suicide) -> Option<Placement> {
        let stone = 1u64 << point;
        if self.occupied() & stone != 0 {
            return None;
        }
        let mut colours = self.colours();
        colours[player.index()] |= stone;
        let free = board.full() & !self.occupied() & !stone;
        let around = board.adjacent(stone);

        let mut captured = 0;
        for (_, stones) in colours.iter().enumerate().filter(|(owner, _)| *owner != player.index()) {
            let mut touched = around & stones;
            while touched != 0 {
                let chain = board.flood(touched & touched.wrapping_neg(), *stones);
                touched &= !chain;
                if board.adjacent(chain) & free == 0 {
                    captured |= chain;
                }
            }
        }
        colours = colours.map(|stones| stones & !captured);

        if captured == 0 && around & free == 0 {
            let own = colours[player.index()];
            let chain = board.flood(stone, own);
            if board.adjacent(chain) & free == 0 {
                let single = chain == stone;
                if suicide == Suicide::Forbidden || (suicide == Suicide::MultiStone && single) {
                    return None;
                }
                colours[player.index()] = own & !chain;
            }
        }
        Some(Placement { position: Position::of_colours(colours), captured })
    }

    /// A chain without liberties, if there is one: a position that has one cannot stand on a board.
    pub fn chain_without_liberties(&self, board: &Board) -> Option<u64> {
        let free = board.full() & !self.occupied();
        let mut chains = self.colours().into_iter().flat_map(|stones| board.parts(stones));
        chains.find(|chain| board.adjacent(*chain) & free == 0)
    }
}

/// Every legal position of a board with stones of two players, in an order that does not change: for tests and
/// for counting.
///
/// 3^points positions are tried, so this is for boards up to about 12 intersections.
pub fn legal_positions(board: &Board) -> impl Iterator<Item = Position> + '_ {
    legal_positions_of(board, Players::Two)
}

/// The same with the stones of so many players: 4^points positions are tried for three.
pub fn legal_positions_of(board: &Board, players: Players) -> impl Iterator<Item = Position> + '_ {
    let (points, base) = (board.points() as u32, 1 + players.count() as u64);
    (0..base.pow(points)).filter_map(move |mut code| {
        let mut colours = [0; 3];
        for point in 0..points {
            if let Some(owner) = (code % base).checked_sub(1) {
                colours[owner as usize] |= 1 << point;
            }
            code /= base;
        }
        let position = Position::of_colours(colours);
        position.chain_without_liberties(board).is_none().then_some(position)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::notation::{diagram_line, parse_position};

    fn place(board: &str, position: &str, player: Player, point: u8, suicide: Suicide) -> Option<String> {
        let board = Board::parse(board).unwrap();
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
            let board = Board::grid(rows, cols).unwrap();
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

    #[test]
    fn three_colours_fit_in_two_words_and_turn_with_the_viewer() {
        let board = Board::parse("1x4").unwrap();
        let position = Position::of_colours([0b0001, 0b0010, 0b1000]);
        assert_eq!((diagram_line(&board, &position).as_str(), position.stones), ("XO.R", [0b1001, 0b1010]));
        assert_eq!(position.colours(), [0b0001, 0b0010, 0b1000]);
        let colours = (0..4).map(|point| position.colour(point));
        assert!(colours.eq([Some(Player::Black), Some(Player::White), None, Some(Player::Red)]));
        // White takes himself for Black, Red, who comes next, for White, and Black for Red.
        let seen = position.seen_by(Players::Three, Player::White);
        assert_eq!(diagram_line(&board, &seen), "RX.O");
        for players in [Players::Two, Players::Three] {
            for player in players.all() {
                assert_eq!(players.previous(players.next(*player)), *player);
                assert_eq!(players.seen_by(*player, players.next(*player)), Player::White);
                assert_eq!(players.seen_by(Player::Black, *player), *player);
            }
        }
        let position = parse_position(&board, "X.OO").unwrap();
        assert_eq!(position.seen_by(Players::Two, Player::White), position.exchanged());
    }

    #[test]
    fn a_stone_takes_the_chains_of_both_opponents() {
        let red = |position| place("2x3", position, Player::Red, 1, Suicide::Forbidden);
        assert_eq!(red("X.O/RRR").as_deref(), Some(".R./RRR"));
        assert_eq!(red("X.O/R.R").as_deref(), Some(".R./R.R"));
        // A group of two colours is two chains, and each has its own liberties.
        let white = |position| place("1x4", position, Player::White, 3, Suicide::Forbidden);
        assert_eq!(white(".XR.").as_deref(), Some(".X.O"));
        assert_eq!(white("X.R."), None);
        let black = place("1x3", "O.R", Player::Black, 1, Suicide::Forbidden);
        assert_eq!(black.as_deref(), Some(".X."));
    }

    #[test]
    fn legal_positions_of_three_colours_are_those_of_two_and_more() {
        let board = Board::parse("1x3").unwrap();
        let all: Vec<Position> = legal_positions_of(&board, Players::Three).collect();
        assert!(legal_positions(&board).all(|position| all.contains(&position)));
        // 1x2: empty, and one stone of three on one of two; 1x1: empty.
        let count = |text| legal_positions_of(&Board::parse(text).unwrap(), Players::Three).count();
        assert_eq!((count("1x1"), count("1x2")), (1, 7));
        assert_eq!(all.len(), 25);
    }
}
