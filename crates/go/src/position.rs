//! Positions: which colour each intersection bears.
//!
//! A [`Position`] is which intersections bear which colour, and nothing else: not who is to move,
//! not the ko, not the prisoners. Two positions are equal if and only if every intersection bears
//! the same colour in both.

use std::cmp::Ordering;

use crate::bits::{Point, PointSet};
use crate::board::Board;
use crate::hashing::Hash64;
use crate::player::{Player, Players};
use crate::symmetry::Symmetry;

/// The colours of a position: the intersections of each, in the order of play.
pub type Colours<S = u64> = [S; Player::COLOURS.len()];

/// Which intersections bear which colour.
///
/// Two words hold up to three colours as they are: an intersection in the first word alone is
/// Black's, in the second alone White's, and in both Red's. With two players `stones[p]` is the set
/// of stones of player `p`.
///
/// A colour is a number of three binary digits, 1 for Black to 6 for Violet, and a set of
/// intersections for each digit is a *plane*. The first two are the two words. Green and those
/// after him have the third digit, for which there is room on boards of at most 31 intersections:
/// where the third plane is not empty, the position is *packed*. Then the first word holds the
/// first plane and, from bit 31 up, the third, the second word the second plane, and the last bits
/// of both words are set. (In a position of three colours this would be a red stone on intersection
/// 63, so three players have at most 63.) A position without a stone of the fourth player or a
/// later one is never packed, so that equal positions have equal words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position<S = u64> {
    /// The two sets: with two players the stones of Black, and those of White.
    pub stones: [S; 2],
}

/// By the first word, then by the second. (Written out, as the order of arrays is compared in a
/// loop.)
impl<S: PointSet> Ord for Position<S> {
    #[inline(always)]
    fn cmp(&self, other: &Position<S>) -> Ordering {
        S::compare(&self.stones, &other.stones)
    }
}

impl<S: PointSet> PartialOrd for Position<S> {
    #[inline]
    fn partial_cmp(&self, other: &Position<S>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The bits of a plane of a packed position.
const fn plane_bits<S: PointSet>() -> usize {
    Players::Four.max_points_in(S::BITS)
}

/// The bit that marks both sets of a packed position.
#[inline(always)]
fn packed_mark<S: PointSet>() -> S {
    S::of(S::Point::of(S::BITS - 1))
}

const _: () = assert!(2 * Players::Six.max_points() + 1 < 64 && Players::Three.max_points() == 63);

impl<S: PointSet> Hash64 for Position<S> {
    #[inline]
    fn hash64(&self) -> u64 {
        let [first, second] = S::words(&self.stones);
        let mixed = (first.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ second).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

impl<S: PointSet> Position<S> {
    /// The position with these stones of each colour, which must not overlap.
    ///
    /// # Panics
    /// If a set has an intersection beyond what [`Players::max_points`] says.
    #[inline]
    pub fn of_colours([black, white, red, green, yellow, violet]: Colours<S>) -> Position<S> {
        let third = green | yellow | violet;
        Position::of_planes([black | red | yellow, white | red | violet, third])
    }

    /// The stones of each colour.
    #[inline]
    pub fn colours(&self) -> Colours<S> {
        let [first, second, third] = self.planes();
        let two = [first & !second, second & !first, first & second];
        let [black, white, red] = two.map(|set| set & !third);
        let [yellow, violet, _] = two.map(|set| set & third);
        [black, white, red, third & !(first | second), yellow, violet]
    }

    /// The stones of one colour.
    #[inline]
    pub fn stones_of(&self, player: Player) -> S {
        let [black, white] = self.stones;
        match player {
            Player::Black if (black & white).is_empty() => black,
            Player::White if (black & white).is_empty() => white,
            _ => self.colours()[player.index()],
        }
    }

    /// The position with these planes.
    #[inline]
    pub fn of_planes([first, second, third]: [S; 3]) -> Position<S> {
        if !third.is_empty() {
            return Position::packed([first, second, third]);
        }
        let position = Position { stones: [first, second] };
        assert!(!position.is_packed(), "three players have at most {} intersections", S::BITS - 1);
        position
    }

    #[cold]
    #[inline(never)]
    fn packed([first, second, third]: [S; 3]) -> Position<S> {
        let bits = plane_bits::<S>();
        assert!(
            (first | second | third).length() <= bits,
            "more than three players have at most {bits} intersections"
        );
        Position { stones: [packed_mark::<S>() | third << bits | first, packed_mark::<S>() | second] }
    }

    /// The planes of the position: the intersections whose colour has the first binary digit, the
    /// second, the third.
    #[inline]
    pub fn planes(&self) -> [S; 3] {
        let [first, second] = self.stones;
        if self.is_packed() {
            return self.unpacked();
        }
        [first, second, S::EMPTY]
    }

    #[cold]
    #[inline(never)]
    fn unpacked(self) -> [S; 3] {
        let [first, second] = self.stones;
        let bits = plane_bits::<S>();
        [first, second, first >> bits].map(|plane| plane & S::first(bits))
    }

    /// Whether there is a third plane: a stone of the fourth player or a later one.
    #[inline]
    pub fn is_packed(&self) -> bool {
        !(self.stones[0] & self.stones[1] & packed_mark()).is_empty()
    }

    /// All occupied intersections.
    #[inline]
    pub fn occupied(&self) -> S {
        let [first, second] = self.stones;
        if self.is_packed() { self.occupied_of_packed() } else { first | second }
    }

    #[cold]
    #[inline(never)]
    fn occupied_of_packed(self) -> S {
        let [first, second, third] = self.unpacked();
        first | second | third
    }

    /// The same position with Black's and White's colours exchanged, of two players.
    #[inline]
    pub fn exchanged(&self) -> Position<S> {
        debug_assert!(!self.is_packed(), "colours are exchanged where two play");
        Position { stones: [self.stones[1], self.stones[0]] }
    }

    /// The position as seen by a player who takes himself for Black: see [`Players::seen_by`].
    pub fn seen_by(&self, players: Players, viewer: Player) -> Position<S> {
        let (colours, mut seen) = (self.colours(), Colours::<S>::default());
        for player in players.all() {
            seen[players.seen_by(viewer, *player).index()] = colours[player.index()];
        }
        Position::of_colours(seen)
    }

    /// The colour of an intersection, if it bears a stone.
    pub fn colour(&self, point: S::Point) -> Option<Player> {
        let digits = self.planes().map(|plane| usize::from(plane.has(point)));
        let number = digits[0] + 2 * digits[1] + 4 * digits[2];
        Player::COLOURS.get(number.checked_sub(1)?).copied()
    }

    /// A chain without liberties, if there is one: a position that has one cannot stand on a board.
    pub fn chain_without_liberties(&self, board: &Board<S>) -> Option<S> {
        let free = board.full() & !self.occupied();
        let mut chains = self.colours().into_iter().flat_map(|stones| board.parts(stones));
        chains.find(|chain| (board.adjacent(*chain) & free).is_empty())
    }
}

impl Position {
    /// The image under a symmetry of the board.
    #[inline]
    pub fn image(&self, symmetry: &Symmetry) -> Position {
        if self.is_packed() {
            return self.image_of_packed(symmetry);
        }
        Position { stones: symmetry.sets(self.stones) }
    }

    /// The image under a symmetry of the board, if it is no greater than a position. The second
    /// word is looked at only if the first does not decide.
    #[inline]
    pub fn image_up_to(&self, symmetry: &Symmetry, bound: &Position) -> Option<Position> {
        if !self.is_packed() && symmetry.set(self.stones[0]) > bound.stones[0] {
            return None;
        }
        Some(self.image(symmetry)).filter(|image| image <= bound)
    }

    #[cold]
    #[inline(never)]
    fn image_of_packed(self, symmetry: &Symmetry) -> Position {
        Position::of_planes(self.unpacked().map(|plane| symmetry.set(plane)))
    }
}

/// Every legal position of a board with stones of two players, in an order that does not change:
/// for tests and for counting.
///
/// 3^points positions are tried, so this is for boards up to about 12 intersections.
pub fn legal_positions(board: &Board) -> impl Iterator<Item = Position> + '_ {
    legal_positions_of(board, Players::Two)
}

/// Every legal position with stones of these players: 4^points positions are tried for three,
/// 7^points for six.
pub fn legal_positions_of(board: &Board, players: Players) -> impl Iterator<Item = Position> + '_ {
    let (points, base) = (board.points() as u32, 1 + players.count() as u64);
    (0..base.pow(points)).filter_map(move |mut code| {
        let mut colours = Colours::default();
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
    use crate::notation::{diagram_line, parse_position};
    use crate::{Board, Position};
    use proptest::prelude::*;

    #[test]
    fn the_number_of_legal_positions_is_the_published_one() {
        // Source: J. Tromp and G. Farneback, Combinatorics of Go.
        let lines =
            [1, 5, 15, 41, 113, 313, 867, 2401].into_iter().zip(1..).map(|(count, cols)| (1, cols, count));
        let published = lines.chain([(2, 2, 57), (2, 3, 489), (2, 4, 4125), (3, 3, 12675)]);
        for (rows, cols, count) in published {
            let board = Board::grid(rows, cols).unwrap();
            assert_eq!(legal_positions(&board).count(), count, "{rows}x{cols}");
        }
    }

    #[test]
    fn colours_fit_in_two_words_and_turn_with_the_viewer() {
        let board = Board::parse("1x4").unwrap();
        let position = Position::of_colours([0b0001, 0b0010, 0b1000, 0, 0, 0]);
        assert_eq!((diagram_line(&board, &position).as_str(), position.stones), ("XO.R", [0b1001, 0b1010]));
        assert_eq!(position.colours(), [0b0001, 0b0010, 0b1000, 0, 0, 0]);
        // White takes himself for Black, Red, who comes next, for White, and Black for Red.
        let seen = position.seen_by(Players::Three, Player::White);
        assert_eq!(diagram_line(&board, &seen), "RX.O");
        let complete = Board::parse("complete:4").unwrap();
        let position = parse_position(&complete, "V.YX").unwrap();
        assert_eq!(diagram_line(&board, &position.seen_by(Players::Six, Player::Violet)), "X.VO");
        assert_eq!(diagram_line(&board, &position.seen_by(Players::Six, Player::Yellow)), "O.XR");
        for players in Players::ALL {
            for player in players.all() {
                assert_eq!(players.previous(players.next(*player)), *player);
                assert_eq!(players.seen_by(*player, players.next(*player)), Player::White);
                assert_eq!(players.seen_by(Player::Black, *player), *player);
            }
        }
        let position = parse_position(&board, "X.OO").unwrap();
        assert_eq!(position.seen_by(Players::Two, Player::White), position.exchanged());
    }

    /// A colour or none for each intersection.
    fn of_points(points: &[Option<Player>]) -> Position {
        let mut colours = Colours::default();
        for (point, owner) in points.iter().enumerate() {
            if let Some(owner) = owner {
                colours[owner.index()] |= 1 << point;
            }
        }
        Position::of_colours(colours)
    }

    proptest! {
        #[test]
        fn every_colouring_has_its_own_two_words(
            digits in prop::collection::vec(0usize..7, 31), other in prop::collection::vec(0usize..7, 31),
        ) {
            let points = digits.iter().map(|digit| Player::COLOURS.get(*digit).copied()).collect::<Vec<_>>();
            let position = of_points(&points);
            for (point, owner) in (0u8..).zip(&points) {
                prop_assert_eq!(position.colour(point), *owner);
                prop_assert_eq!(position.occupied() >> point & 1 == 1, owner.is_some());
            }
            prop_assert_eq!(position.occupied() >> 31, 0);
            prop_assert_eq!(Position::of_colours(position.colours()), position);
            prop_assert_eq!(Player::COLOURS.map(|player| position.stones_of(player)), position.colours());
            prop_assert_eq!(Position::of_planes(position.planes()), position);
            let packed = digits.iter().any(|digit| (3..6).contains(digit));
            prop_assert_eq!(position.stones[0] & position.stones[1] & packed_mark::<u64>() != 0, packed);
            let others = other.iter().map(|digit| Player::COLOURS.get(*digit).copied()).collect::<Vec<_>>();
            prop_assert_eq!(of_points(&others) == position, others == points);
        }

        #[test]
        fn an_image_has_the_colours_of_the_intersections_that_it_comes_from(
            digits in prop::collection::vec(0usize..7, 31), name in prop::sample::select(vec!["5x6", "3x3", "star:5", "torus:3x4", "1x31"]),
        ) {
            let board = Board::parse(name).unwrap();
            let points: Vec<Option<Player>> =
                digits[..board.points()].iter().map(|digit| Player::COLOURS.get(*digit).copied()).collect();
            for symmetry in board.symmetries() {
                let mut images = points.clone();
                for (point, owner) in points.iter().enumerate() {
                    images[usize::from(symmetry.point(point as u8))] = *owner;
                }
                prop_assert_eq!(of_points(&points).image(symmetry), of_points(&images));
            }
        }
    }

    #[test]
    fn the_number_of_legal_positions_with_more_colours_is_the_computed_one() {
        for players in Players::ALL {
            let colours = players.count() as u64;
            let count = |name: String| {
                let board = Board::parse(&name).unwrap();
                let all: std::collections::HashSet<Position> = legal_positions_of(&board, players).collect();
                assert!(legal_positions(&board).all(|position| all.contains(&position)));
                assert_eq!(all.len(), legal_positions_of(&board, players).count());
                all.len() as u64
            };
            for points in 1..=5 {
                // One empty intersection is a liberty of every chain.
                let complete = (colours + 1).pow(points) - colours.pow(points);
                assert_eq!(count(format!("complete:{points}")), complete, "complete:{points} {players:?}");
            }
            for points in 2..=5 {
                // An empty centre is a liberty of every leaf; beside a stone in it all leaves that
                // are not empty are its own.
                let star = (colours + 1).pow(points - 1) + colours * ((1 << (points - 1)) - 1);
                assert_eq!(count(format!("star:{points}")), star, "star:{points} {players:?}");
            }
        }
        let count = |name: &str| legal_positions_of(&Board::parse(name).unwrap(), Players::Three).count();
        assert_eq!(["1x1", "1x2", "1x3"].map(count), [1, 7, 25]);
    }

    #[test]
    #[should_panic(expected = "more than three players have at most 31 intersections")]
    fn a_fourth_colour_has_no_room_beyond_31_intersections() {
        Position::of_colours([0, 0, 0, 1 << 31, 0, 0]);
    }

    #[test]
    #[should_panic(expected = "three players have at most 63 intersections")]
    fn a_third_colour_has_no_room_on_the_last_of_64_intersections() {
        Position::of_colours([0, 0, 1 << 63, 0, 0, 0]);
    }

    #[test]
    fn a_position_takes_as_much_room_as_two_words() {
        assert_eq!((size_of::<Position>(), size_of::<Option<Player>>()), (16, 1));
    }
}
