//! The positions of a board, symmetric images once, and what is seen of each without playing.

use superko_go::bits::members;
use superko_go::notation::parse_position;
use superko_go::{Board, Player, Position};

// --- All positions that a template and the number of empty intersections leave, symmetric images once ---
//
// The empty intersections are chosen first, then the others are coloured one after the other. A
// branch ends as soon as a chain has neither a liberty nor a neighbour without a colour. Where kos
// and eyes are asked for, it ends as soon as too few empty intersections are left that can be in
// one: all neighbours of such an intersection bear stones of one colour.

/// The most colourings that a search may have to look at, were no branch cut.
pub const MAX_COLOURINGS: u128 = 1 << 36;

/// What is known of each intersection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// Those that bear a stone of Black, of White.
    stones: [u64; 2],
    /// Those that may bear anything.
    free: u64,
}

impl Template {
    /// A template in which `?` stands for anything, given as rows with `/` between them; an empty
    /// text for a board of which nothing is known.
    pub fn parse(board: &Board, rows: &str) -> Result<Template, String> {
        if rows.is_empty() {
            return Ok(Template { stones: [0; 2], free: board.full() });
        }
        let known = parse_position(board, &rows.replace('?', ".")).map_err(|error| error.to_string())?;
        let [black, white, others @ ..] = known.colours();
        if others.iter().any(|stones| *stones != 0) {
            return Err(format!("template {rows:?}: two players' stones are expected, X and O"));
        }
        let letters = rows.chars().filter(|letter| !['/', '|'].contains(letter)).enumerate();
        let free =
            letters.filter(|(_, letter)| *letter == '?').fold(0, |set, (place, _)| set | 1u64 << place);
        Ok(Template { stones: [black, white], free })
    }

    /// Whether a position is as it says.
    fn admits(&self, position: [u64; 2]) -> bool {
        position.map(|stones| stones & !self.free) == self.stones
    }
}

/// The positions to be enumerated.
#[derive(Debug)]
pub struct Colourings<'a> {
    board: &'a Board,
    template: Template,
    /// The least and the most empty intersections.
    empty: [u32; 2],
    /// How many empty intersections have neighbours of one colour, at least.
    uniform: u32,
}

impl<'a> Colourings<'a> {
    /// The positions that a template leaves, with `empty` empty intersections, `uniform` of which
    /// at least have only neighbours of one colour.
    pub fn new(
        board: &'a Board,
        template: Template,
        empty: [u32; 2],
        uniform: u32,
    ) -> Result<Colourings<'a>, String> {
        let colourings = Colourings { board, template, empty, uniform };
        match colourings.count() {
            count if count > MAX_COLOURINGS => Err(format!(
                "board {board}: 2^{} colourings, expected at most 2^{}: fewer empty intersections, or a template",
                count.ilog2(),
                MAX_COLOURINGS.ilog2()
            )),
            _ => Ok(colourings),
        }
    }

    /// The number of colourings without regard to symmetry and liberties.
    fn count(&self) -> u128 {
        let free = self.template.free.count_ones();
        let (mut total, mut choices) = (0u128, 1u128);
        for chosen in 0..=free {
            if self.admits_empty_count(self.known_empty().count_ones() + chosen) {
                total += choices << (free - chosen);
            }
            choices = choices * u128::from(free - chosen) / u128::from(chosen + 1);
        }
        total
    }

    fn known_empty(&self) -> u64 {
        let Template { stones: [black, white], free } = self.template;
        self.board.full() & !(black | white | free)
    }

    fn admits_empty_count(&self, empty: u32) -> bool {
        (self.empty[0]..=self.empty[1]).contains(&empty)
    }

    /// Every set of empty intersections, the least of its images if nothing is known of the board.
    pub fn empty_sets(&self) -> Vec<u64> {
        let (known, free) = (self.known_empty(), self.template.free);
        let any = free == self.board.full();
        let least = |set: u64| self.board.symmetries().iter().all(|symmetry| symmetry.set(set) >= set);
        let mut sets = Vec::new();
        self.choose(known, free, &mut |set| {
            if self.enough_uniform(set, [0; 2]) && (!any || least(set)) {
                sets.push(set);
            }
        });
        sets.sort_unstable();
        sets
    }

    /// Adds intersections of `free` to a set in every way that the number of empty intersections
    /// admits.
    fn choose(&self, set: u64, free: u64, found: &mut impl FnMut(u64)) {
        if self.admits_empty_count(set.count_ones()) {
            found(set);
        }
        if set.count_ones() < self.empty[1] {
            let mut left = free;
            while left != 0 {
                let point = left & left.wrapping_neg();
                left &= !point;
                self.choose(set | point, left, found);
            }
        }
    }

    /// Whether enough intersections of a set of empty ones can still have only neighbours of one
    /// colour.
    fn enough_uniform(&self, empty: u64, stones: [u64; 2]) -> bool {
        if self.uniform == 0 {
            return true;
        }
        let can = |point: &u8| {
            let around = self.board.adjacent(1 << point);
            around & empty == 0 && stones.iter().any(|colour| around & colour == 0)
        };
        members(empty).filter(can).count() as u32 >= self.uniform
    }

    /// Every position with this set of empty intersections.
    pub fn positions(&self, empty: u64, found: &mut impl FnMut(Position)) {
        // The neighbours of empty intersections first: they decide most branches.
        let mut order: Vec<u8> = Vec::new();
        for point in members(empty) {
            order.extend(members(self.board.adjacent(1 << point) & !empty));
        }
        order.extend(members(self.board.full() & !empty));
        let mut seen = 0u64;
        order.retain(|point| {
            let new = seen >> point & 1 == 0;
            seen |= 1 << point;
            new
        });
        self.colour(empty, &order, [0; 2], found);
    }

    fn colour(&self, empty: u64, left: &[u8], stones: [u64; 2], found: &mut impl FnMut(Position)) {
        let Some((&point, left)) = left.split_first() else {
            if self.is_least(empty, stones) {
                found(Position { stones });
            }
            return;
        };
        let stone = 1u64 << point;
        for colour in 0..2 {
            if self.template.stones[1 - colour] & stone != 0 {
                continue;
            }
            let mut next = stones;
            next[colour] |= stone;
            if self.can_live(point, next) && self.enough_uniform(empty, next) {
                self.colour(empty, left, next, found);
            }
        }
    }

    /// Whether the chain of a new stone and the chains beside it have a liberty, or a neighbour
    /// without a colour.
    fn can_live(&self, point: u8, stones: [u64; 2]) -> bool {
        let open = self.board.full() & !(stones[0] | stones[1]);
        let mut touched = 1u64 << point | self.board.adjacent(1 << point) & !open;
        while touched != 0 {
            let first = touched & touched.wrapping_neg();
            let chain = self.board.flood(first, stones[usize::from(stones[1] & first != 0)]);
            if self.board.adjacent(chain) & open == 0 {
                return false;
            }
            touched &= !chain;
        }
        true
    }

    /// Whether no image of a position that the template admits comes before it.
    fn is_least(&self, empty: u64, stones: [u64; 2]) -> bool {
        self.board.symmetries().iter().all(|symmetry| {
            let image = stones.map(|set| symmetry.set(set));
            (empty, stones) <= (symmetry.set(empty), image) || !self.template.admits(image)
        })
    }
}

// --- What is seen of a position without playing: kos, one-point eyes, chains ---

/// A ko that a player may take now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ko {
    /// Who may take it.
    pub taker: Player,
    /// Where he would play.
    pub empty: u8,
    /// The stone that he would take.
    pub stone: u8,
}

/// The kos of a position.
///
/// A *ko* is an empty intersection and a stone beside it, such that every other neighbour of the
/// empty intersection is a stone of the same colour, and every other neighbour of the stone one of
/// the other colour. That other player takes the stone by playing there. (If he takes more at the
/// same time, because other stones have their last liberty there, it still counts: texts speak of
/// the shape.)
///
/// A *one-point eye* of a player is an empty intersection, in no ko, all of whose neighbours are
/// stones of one of his chains.
#[derive(Debug)]
pub struct Shape<'a> {
    board: &'a Board,
    position: Position,
    /// The kos, by their empty intersections.
    pub kos: Vec<Ko>,
}

impl<'a> Shape<'a> {
    /// Looks at a position.
    pub fn of(board: &'a Board, position: Position) -> Shape<'a> {
        let mut kos = Vec::new();
        for empty in members(board.full() & !position.occupied()) {
            let around = board.adjacent(1 << empty);
            for owner in Player::ALL {
                if around & !position.stones[owner.index()] != 0 {
                    continue;
                }
                let taker = owner.other();
                let others = |stone: u8| board.adjacent(1 << stone) & !(1u64 << empty);
                let taken = |stone: &u8| others(*stone) & !position.stones[taker.index()] == 0;
                kos.extend(members(around).filter(taken).map(|stone| Ko { taker, empty, stone }));
            }
        }
        Shape { board, position, kos }
    }

    /// The number of kos that a player may take now.
    pub fn takes(&self, player: Player) -> u32 {
        self.kos.iter().filter(|ko| ko.taker == player).count() as u32
    }

    /// Whether no two kos touch the same intersection.
    pub fn are_separate(&self) -> bool {
        let touched = self.kos.iter().fold(0u64, |set, ko| set | ko.touches());
        touched.count_ones() as usize == 2 * self.kos.len()
    }

    /// Whether no intersection of one ko is beside one of another.
    pub fn are_apart(&self) -> bool {
        let beside = |ko: &Ko| self.board.adjacent(ko.touches()) | ko.touches();
        self.kos
            .iter()
            .enumerate()
            .all(|(place, ko)| self.kos[..place].iter().all(|other| beside(ko) & other.touches() == 0))
    }

    /// The number of a player's one-point eyes.
    pub fn eyes(&self, player: Player) -> u32 {
        let stones = self.position.stones[player.index()];
        let in_kos = self.kos.iter().fold(0u64, |set, ko| set | 1 << ko.empty);
        let eye = |empty: &u8| {
            let around = self.board.adjacent(1 << empty);
            let first = around & around.wrapping_neg();
            around != 0 && around & !stones == 0 && around & !self.board.flood(first, stones) == 0
        };
        members(self.board.full() & !self.position.occupied() & !in_kos).filter(eye).count() as u32
    }

    /// The number of a player's chains, the single stones left out that can be taken in a ko.
    pub fn chains(&self, player: Player) -> u32 {
        let in_kos = self.kos.iter().fold(0u64, |set, ko| set | 1 << ko.stone);
        self.board.parts(self.position.stones[player.index()] & !in_kos).count() as u32
    }
}

impl Ko {
    fn touches(&self) -> u64 {
        1 << self.empty | 1 << self.stone
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use superko_go::position::legal_positions;

    /// The least image of a position, of those that a template admits.
    fn least(board: &Board, template: &Template, position: Position) -> [u64; 2] {
        let images = board.symmetries().iter().map(|symmetry| position.image(symmetry).stones);
        let order = |stones: &[u64; 2]| (board.full() & !(stones[0] | stones[1]), *stones);
        images.filter(|image| template.admits(*image)).min_by_key(order).unwrap()
    }

    #[test]
    fn the_positions_are_those_of_a_plain_enumeration_symmetric_images_once() {
        let cases = [
            ("1x1", "", [0, 9]),
            ("1x4", "", [0, 9]),
            ("2x3", "", [0, 9]),
            ("2x3", "", [1, 2]),
            ("3x3", "", [2, 3]),
            ("2x4", "", [1, 4]),
            ("cycle:5", "", [1, 3]),
            ("2x3", "?X?/?.?", [0, 9]),
            ("3x3", "???/.?./???", [2, 4]),
            ("2x4", "XO??/????", [1, 3]),
        ];
        for (name, rows, empty) in cases {
            let board = Board::parse(name).unwrap();
            let template = Template::parse(&board, rows).unwrap();
            for uniform in 0..3 {
                let plain: BTreeSet<[u64; 2]> = legal_positions(&board)
                    .filter(|position| template.admits(position.stones))
                    .filter(|position| {
                        let free = board.full() & !position.occupied();
                        let one_colour = |point: &u8| {
                            let around = board.adjacent(1 << point);
                            position.stones.iter().any(|stones| around & !stones == 0)
                        };
                        (empty[0]..=empty[1]).contains(&free.count_ones())
                            && members(free).filter(one_colour).count() as u32 >= uniform
                    })
                    .map(|position| least(&board, &template, position))
                    .collect();
                let colourings = Colourings::new(&board, template, empty, uniform).unwrap();
                let mut found = Vec::new();
                for set in colourings.empty_sets() {
                    colourings.positions(set, &mut |position| found.push(position.stones));
                }
                let count = found.len();
                let found: BTreeSet<[u64; 2]> = found.into_iter().collect();
                assert_eq!(found.len(), count, "{name} {rows}: a position came up twice");
                assert_eq!(found, plain, "{name} {rows} {empty:?} {uniform}");
            }
        }
    }

    #[test]
    fn a_search_that_is_too_large_is_refused_with_its_size() {
        let board = Board::parse("5x5").unwrap();
        let any = Template::parse(&board, "").unwrap();
        let refused = Colourings::new(&board, any, [0, 25], 0).unwrap_err();
        assert!(refused.starts_with("board 5x5: 2^39 colourings, expected at most 2^36"), "{refused}");
        assert_eq!(Colourings::new(&board, any, [4, 4], 0).unwrap().count(), 12650 << 21);
        let board = Board::parse("4x5").unwrap();
        let any = Template::parse(&board, "").unwrap();
        assert_eq!(Colourings::new(&board, any, [4, 5], 0).unwrap().count(), (4845 << 16) + (15504 << 15));
    }
}
