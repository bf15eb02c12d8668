//! The checker's own board: placing a stone, area, what is kept by passing, maps.

use crate::format::{Fact, Header, Map, PASS, Stones, Suicide};

pub struct Board {
    pub points: usize,
    cols: u32,
    square: bool,
    suicide: Suicide,
    /// The intersections outside of the first column, and outside of the last.
    inner: [u64; 2],
    /// The image of every intersection under each map without `x`, by the number of the map.
    images: Vec<Vec<u8>>,
}

/// The members of a set of intersections.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < 64).then_some(first)
    })
}

impl Board {
    pub fn new(header: &Header) -> Board {
        let Header { rows, cols, suicide, .. } = *header;
        let (points, square) = (rows * cols, rows == cols);
        let image = |symmetry: usize, point: usize| {
            let (r, c) = (point / cols, point % cols);
            let (r, c) = if symmetry & 1 != 0 && square { (c, r) } else { (r, c) };
            let r = if symmetry & 2 != 0 { rows - 1 - r } else { r };
            let c = if symmetry & 4 != 0 { cols - 1 - c } else { c };
            (r * cols + c) as u8
        };
        let images = (0..8).map(|symmetry| (0..points).map(|point| image(symmetry, point)).collect());
        let not_in = |column| (0..points).filter(|p| p % cols != column).fold(0, |set, p| set | 1u64 << p);
        let (inner, images) = ([not_in(0), not_in(cols - 1)], images.collect());
        Board { points, cols: cols as u32, square, suicide, inner, images }
    }

    /// The empty intersections.
    fn empty(&self, stones: &Stones) -> u64 {
        !stones[0] & !stones[1] & u64::MAX >> (64 - self.points)
    }

    /// The neighbours of a set.
    pub fn adjacent(&self, set: u64) -> u64 {
        let vertical = set.checked_shl(self.cols).unwrap_or(0) | set.checked_shr(self.cols).unwrap_or(0);
        (vertical | set << 1 & self.inner[0] | set >> 1 & self.inner[1]) & self.empty(&[0, 0])
    }

    /// The connected part of `within` around `part`.
    fn part(&self, part: u64, within: u64) -> u64 {
        let grown = part | self.adjacent(part) & within;
        if grown == part { part } else { self.part(grown, within) }
    }

    /// All connected parts of a set.
    fn parts(&self, set: u64) -> Vec<u64> {
        let (mut parts, mut rest) = (Vec::new(), set);
        while rest != 0 {
            let part = self.part(rest & rest.wrapping_neg(), set);
            parts.push(part);
            rest &= !part;
        }
        parts
    }

    fn has_liberty(&self, chain: u64, stones: &Stones) -> bool {
        self.adjacent(chain) & self.empty(stones) != 0
    }

    /// Whether every chain has a liberty.
    pub fn can_stand(&self, stones: &Stones) -> bool {
        stones.iter().all(|set| self.parts(*set).iter().all(|chain| self.has_liberty(*chain, stones)))
    }

    /// The position after a placement, and the stones captured; `None` if the board does not admit it. Every chain of
    /// `stones` has a liberty, so only chains next to the new stone can be captured.
    pub fn place(&self, stones: &Stones, player: u8, point: usize) -> Option<(Stones, u64)> {
        let (own, other, stone) = (usize::from(player), usize::from(1 - player), 1u64 << point);
        if self.empty(stones) & stone == 0 {
            return None;
        }
        let mut after = *stones;
        after[own] |= stone;
        let touched = members(self.adjacent(stone) & after[other]);
        let chains = touched.map(|point| self.part(1 << point, stones[other]));
        let captured =
            chains.filter(|chain| !self.has_liberty(*chain, &after)).fold(0, std::ops::BitOr::bitor);
        after[other] &= !captured;
        let chain = self.part(stone, after[own]);
        match self.suicide {
            _ if self.has_liberty(chain, &after) => {}
            Suicide::Forbidden => return None,
            Suicide::MultiStone if chain == stone => return None,
            _ => after[own] &= !chain,
        }
        Some((after, captured))
    }

    /// Black's area less White's.
    pub fn area(&self, stones: &Stones) -> i64 {
        let mut area = stones.map(|set| i64::from(set.count_ones()));
        for region in self.parts(self.empty(stones)) {
            let touches = stones.map(|set| set & self.adjacent(region) != 0);
            if touches[0] != touches[1] {
                area[usize::from(touches[1])] += i64::from(region.count_ones());
            }
        }
        area[0] - area[1]
    }

    /// The number of intersections that a player keeps by passing to the end (Benson's theorem).
    pub fn kept(&self, stones: &Stones, player: u8) -> i64 {
        let own = stones[usize::from(player)];
        let mut chains = self.parts(own);
        let mut regions = self.parts(self.empty(&[own, 0]));
        let vital = |region: u64, chain: u64| {
            let must = if self.suicide == Suicide::Forbidden { region & self.empty(stones) } else { region };
            region & self.adjacent(chain) != 0 && must & !self.adjacent(chain) == 0
        };
        loop {
            let before = (chains.len(), regions.len());
            chains.retain(|&chain| regions.iter().filter(|region| vital(**region, chain)).count() >= 2);
            let left = chains.iter().fold(0, |all, chain| all | chain);
            regions.retain(|region| self.adjacent(*region) & own & !left == 0);
            if before == (chains.len(), regions.len()) {
                let eyes = regions.iter().filter(|region| left != 0 && region.count_ones() == 1).count();
                return i64::from(left.count_ones()) + eyes as i64;
            }
        }
    }

    /// Whether the board has a map.
    pub fn has(&self, map: Map) -> bool {
        map.0 < 16 && (map.0 & 1 == 0 || self.square)
    }

    /// The inverse of a map. A flip after a transposition is the same as the other flip before it.
    pub fn inverse(&self, map: Map) -> Map {
        Map(if map.0 & 1 == 0 { map.0 } else { map.0 & 9 | (map.0 & 2) << 1 | (map.0 & 4) >> 1 })
    }

    /// The image of an intersection, or of the pass.
    pub fn image(&self, map: Map, point: u8) -> u8 {
        if point == PASS { PASS } else { self.images[map.symmetry()][usize::from(point)] }
    }

    /// The image of a position.
    pub fn stones(&self, map: Map, stones: &Stones) -> Stones {
        let image = |all, point| all | 1u64 << self.images[map.symmetry()][point];
        let [black, white] = stones.map(|set| members(set).fold(0, image));
        if map.exchanges() { [white, black] } else { [black, white] }
    }

    /// The image of a fact.
    pub fn fact(&self, map: Map, fact: &Fact) -> Fact {
        let who = fact.who.map(|who| who ^ u8::from(map.exchanges()));
        Fact { who, stones: self.stones(map, &fact.stones), ..*fact }
    }
}
