//! The checker's own board: placing a stone, area, what is kept by passing, maps.

use crate::proof::format::{Fact, Header, Map, PASS, Stones, Suicide};

pub struct Board {
    pub points: usize,
    square: bool,
    suicide: Suicide,
    neighbours: Vec<u64>,
    /// For each sum of 1 for `t`, 2 for `v`, 4 for `h`: the image of every intersection.
    images: Vec<Vec<u8>>,
}

/// The members of a set of intersections.
fn members(set: u64) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|rest| *rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

impl Board {
    pub fn new(header: &Header) -> Board {
        let Header { rows, cols, suicide, .. } = *header;
        let points = rows * cols;
        let distance = |a: usize, b: usize| (a / cols).abs_diff(b / cols) + (a % cols).abs_diff(b % cols);
        let around = |a| (0..points).filter(|&b| distance(a, b) == 1).fold(0, |set, b| set | 1u64 << b);
        let image = |symmetry: usize, point: usize| {
            let (r, c) = (point / cols, point % cols);
            let (r, c) = if symmetry & 1 != 0 { (c, r) } else { (r, c) };
            let r = if symmetry & 2 != 0 { rows.wrapping_sub(1 + r) } else { r };
            let c = if symmetry & 4 != 0 { cols.wrapping_sub(1 + c) } else { c };
            r.wrapping_mul(cols).wrapping_add(c) as u8
        };
        let images = (0..8).map(|symmetry| (0..points).map(|point| image(symmetry, point)).collect());
        let neighbours = (0..points).map(around).collect();
        Board { points, square: rows == cols, suicide, neighbours, images: images.collect() }
    }

    /// The empty intersections.
    fn empty(&self, stones: &Stones) -> u64 {
        !stones[0] & !stones[1] & u64::MAX >> (64 - self.points)
    }

    pub fn adjacent(&self, set: u64) -> u64 {
        members(set).fold(0, |around, point| around | self.neighbours[point])
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

    /// The position after a placement, and the stones captured; `None` if the board does not admit it.
    pub fn place(&self, stones: &Stones, player: u8, point: usize) -> Option<(Stones, u64)> {
        let (own, other, stone) = (usize::from(player), usize::from(1 - player), 1u64 << point);
        let (mut after, mut captured) = (*stones, 0);
        after[own] |= stone;
        let dead = |chain: &u64| !self.has_liberty(*chain, &after);
        captured |= self.parts(after[other]).into_iter().filter(dead).fold(0, |all, chain| all | chain);
        after[other] &= !captured;
        let chain = self.part(stone, after[own]);
        if !self.has_liberty(chain, &after) {
            match self.suicide {
                Suicide::Forbidden => return None,
                Suicide::MultiStone if chain == stone => return None,
                _ => after[own] &= !chain,
            }
        }
        (self.empty(stones) & stone != 0).then_some((after, captured))
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

    /// How many intersections a player keeps by passing to the end.
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

    /// The map that undoes another: a flip after a transposition is the other flip before it.
    pub fn inverse(&self, map: Map) -> Map {
        Map(if map.0 & 1 == 0 { map.0 } else { map.0 & 9 | (map.0 & 2) << 1 | (map.0 & 4) >> 1 })
    }

    /// The image of an intersection, or of the pass.
    pub fn image(&self, map: Map, point: u8) -> u8 {
        if point == PASS { PASS } else { self.images[map.symmetry()][usize::from(point)] }
    }

    /// The image of a position.
    pub fn stones(&self, map: Map, stones: &Stones) -> Stones {
        let image = |point| 1u64 << self.images[map.symmetry()][point];
        let [black, white] = stones.map(|set| members(set).fold(0, |all, point| all | image(point)));
        if map.exchanges() { [white, black] } else { [black, white] }
    }

    /// The image of a fact.
    pub fn fact(&self, map: Map, fact: &Fact) -> Fact {
        let who = fact.who.map(|who| who ^ u8::from(map.exchanges()));
        Fact { class: fact.class, who, stones: self.stones(map, &fact.stones) }
    }
}
