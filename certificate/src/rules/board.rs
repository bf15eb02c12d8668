//! The checker's own board: placing a stone, area, what is kept by passing, maps.

use crate::clauses::{Clauses, Suicide};
use crate::format::{Class, Fact, Header, Map, PASS, Stones};
use crate::header::{number_of, position_of};

pub struct Board {
    pub points: usize,
    pub players: u8,
    suicide: Suicide,
    /// Whether facts have the number of moves after which a position has stood.
    counts_moves: bool,
    near: Neighbours,
    /// The image of each intersection under each symmetry by its number, and under its inverse.
    images: Vec<Vec<u8>>,
    inverses: Vec<Vec<u8>>,
}

/// The neighbours of intersections.
enum Neighbours {
    /// A grid: its columns, and the intersections outside the first and outside the last.
    Grid(u32, [u64; 2]),
    /// The neighbours of each intersection.
    Graph(Vec<u64>),
}

/// The members of a set of intersections.
pub fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (first < 64).then_some(first)
    })
}

/// The images of the intersections of a grid under a map of letters.
fn of_grid(rows: usize, cols: usize, letters: usize) -> Vec<u8> {
    let image = |point: usize| {
        let (r, c) = (point / cols, point % cols);
        let (r, c) = if letters & 1 != 0 && rows == cols { (c, r) } else { (r, c) };
        let r = if letters & 2 != 0 { rows - 1 - r } else { r };
        let c = if letters & 4 != 0 { cols - 1 - c } else { c };
        (r * cols + c) as u8
    };
    (0..rows * cols).map(image).collect()
}

impl Board {
    pub fn new(header: &Header) -> Board {
        let Header { rows, cols, clauses: Clauses { suicide, players, window, .. }, .. } = *header;
        let points = rows * cols;
        let not_in = |column| (0..points).filter(|p| p % cols != column).fold(0, |set, p| set | 1u64 << p);
        let (near, images) = match &header.graph {
            None => {
                let near = Neighbours::Grid(cols as u32, [not_in(0), not_in(cols - 1)]);
                (near, (0..8).map(|letters| of_grid(rows, cols, letters)).collect::<Vec<_>>())
            }
            Some(graph) => {
                let mut near = vec![0u64; points];
                for (a, b) in &graph.edges {
                    near[usize::from(*a)] |= 1 << b;
                    near[usize::from(*b)] |= 1 << a;
                }
                let identity = (0..points as u8).collect();
                (Neighbours::Graph(near), [identity].into_iter().chain(graph.maps.iter().cloned()).collect())
            }
        };
        let inverse = |image: &Vec<u8>| {
            let mut inverse = vec![0; points];
            (0..).zip(image).for_each(|(point, to)| inverse[usize::from(*to)] = point);
            inverse
        };
        let inverses = images.iter().map(inverse).collect();
        Board { points, players, suicide, counts_moves: window > 0, near, images, inverses }
    }

    /// All intersections.
    pub fn full(&self) -> u64 {
        u64::MAX >> (64 - self.points)
    }

    /// The empty intersections.
    fn empty(&self, stones: &Stones) -> u64 {
        !(stones[0] | stones[1] | stones[2]) & self.full()
    }

    /// The stones of a player.
    pub fn own(stones: &Stones, player: u8) -> u64 {
        let bit = |bit: usize| if (player + 1) >> bit & 1 == 1 { stones[bit] } else { !stones[bit] };
        bit(0) & bit(1) & bit(2)
    }

    /// The neighbours of a set.
    pub fn adjacent(&self, set: u64) -> u64 {
        match &self.near {
            Neighbours::Grid(cols, inner) => {
                let vertical = set.checked_shl(*cols).unwrap_or(0) | set.checked_shr(*cols).unwrap_or(0);
                (vertical | set << 1 & inner[0] | set >> 1 & inner[1]) & self.full()
            }
            Neighbours::Graph(near) => members(set).fold(0, |all, point| all | near[point]),
        }
    }

    /// The connected part of `within` around `part` (flood fill).
    pub fn flood(&self, mut part: u64, within: u64) -> u64 {
        loop {
            let grown = part | self.adjacent(part) & within;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// All connected parts of a set.
    pub fn parts(&self, set: u64) -> impl Iterator<Item = u64> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let part = (rest != 0).then(|| self.flood(rest & rest.wrapping_neg(), set))?;
            rest &= !part;
            Some(part)
        })
    }

    fn has_liberty(&self, chain: u64, stones: &Stones) -> bool {
        self.adjacent(chain) & self.empty(stones) != 0
    }

    /// Whether every chain has a liberty.
    pub fn is_legal(&self, stones: &Stones) -> bool {
        let stands =
            |player| self.parts(Board::own(stones, player)).all(|chain| self.has_liberty(chain, stones));
        (0..self.players).all(stands)
    }

    /// The position after a placement and the stones captured, if the board admits it. Every chain
    /// of `stones` has a liberty, so only chains next to the new stone can be captured.
    pub fn place(&self, stones: &Stones, player: u8, point: usize) -> Option<(Stones, u64)> {
        let stone = 1u64 << point;
        if self.empty(stones) & stone == 0 {
            return None;
        }
        let mut after = *stones;
        for (bit, word) in after.iter_mut().enumerate() {
            *word |= u64::from((player + 1) >> bit & 1) << point;
        }
        let (touched, mut captured) = (self.adjacent(stone), 0);
        for other in (0..self.players).filter(|other| *other != player) {
            let theirs = Board::own(stones, other);
            for point in members(touched & theirs) {
                let chain = self.flood(1 << point, theirs);
                captured |= if self.has_liberty(chain, &after) { 0 } else { chain };
            }
        }
        let remove = |stones: &mut Stones, set: u64| stones.iter_mut().for_each(|word| *word &= !set);
        remove(&mut after, captured);
        let chain = self.flood(stone, Board::own(&after, player));
        match self.suicide {
            _ if self.has_liberty(chain, &after) => {}
            Suicide::Forbidden => return None,
            Suicide::MultiStone if chain == stone => return None,
            _ => remove(&mut after, chain),
        }
        Some((after, captured))
    }

    /// The intersections of a player's area.
    fn area_of(&self, stones: &Stones, player: u8) -> u64 {
        let (own, empty) = (Board::own(stones, player), self.empty(stones));
        let his = |region: &u64| {
            let border = self.adjacent(*region) & !empty;
            border != 0 && border & !own == 0
        };
        self.parts(empty).filter(his).fold(own, |area, region| area | region)
    }

    /// The score of a position: Black's area minus White's, or without stones if `territory`. Where
    /// more than two play it is Black's own area.
    pub fn score(&self, stones: &Stones, territory: bool) -> i64 {
        let counted = if territory { self.empty(stones) } else { u64::MAX };
        let points = |player| i64::from((self.area_of(stones, player) & counted).count_ones());
        if self.players == 2 { points(0) - points(1) } else { points(0) }
    }

    /// Black's stones minus White's; where more than two play, Black's.
    pub fn stones_of_black(&self, stones: &Stones) -> i64 {
        let count = |player| i64::from(Board::own(stones, player).count_ones());
        if self.players == 2 { count(0) - count(1) } else { count(0) }
    }

    /// The score of a position of two players where empty intersections count in independent life
    /// regions alone, each of which pays a tax.
    pub fn taxed(&self, stones: &Stones, tax: i64) -> i64 {
        let (empty, sizes) = (self.empty(stones), |set: u64| i64::from(set.count_ones()));
        let points = |player: u8| {
            let (own, theirs) = (Board::own(stones, player), Board::own(stones, 1 - player));
            let liberties = |chain: u64| (self.adjacent(chain) & empty).count_ones();
            let lives = |region: &u64| {
                let dame = self.adjacent(region & empty) & theirs != 0;
                region & own != 0 && !dame && self.parts(region & own).all(|chain| liberties(chain) != 1)
            };
            let regions = self.parts(own | empty).filter(lives);
            sizes(own) + regions.map(|region| sizes(region & empty) - tax).sum::<i64>()
        };
        points(0) - points(1)
    }

    /// Whether an opponent cannot fill a region to the last intersection. He cannot if two play and
    /// suicide is forbidden.
    pub fn fills_without_suicide(&self) -> bool {
        self.suicide == Suicide::Forbidden && self.players == 2
    }

    /// The number of intersections that a player keeps by passing to the end (Benson's theorem).
    pub fn kept_by_passing(&self, stones: &Stones, player: u8) -> i64 {
        let (chains, eyes) = self.alive(stones, player, self.fills_without_suicide());
        i64::from((chains | eyes).count_ones())
    }

    /// A player's pass-alive chains, and the regions of one intersection that they surround
    /// (Benson's theorem). A region is vital to a chain if its empty intersections alone, or else
    /// all of them, are adjacent to the chain.
    pub fn alive(&self, stones: &Stones, player: u8, empty_alone: bool) -> (u64, u64) {
        let (own, empty) = (Board::own(stones, player), self.empty(stones));
        let mut chains: Vec<u64> = self.parts(own).collect();
        let mut regions: Vec<u64> = self.parts(self.full() & !own).collect();
        let vital = |region: u64, chain: u64| {
            let must = if empty_alone { region & empty } else { region };
            region & self.adjacent(chain) != 0 && must & !self.adjacent(chain) == 0
        };
        loop {
            let before = (chains.len(), regions.len());
            chains.retain(|&chain| regions.iter().filter(|region| vital(**region, chain)).count() >= 2);
            let left = chains.iter().fold(0, |all, chain| all | chain);
            regions.retain(|region| self.adjacent(*region) & own & !left == 0);
            if before == (chains.len(), regions.len()) {
                let eye = |region: &&u64| region.count_ones() == 1 && self.adjacent(**region) & left != 0;
                return (left, regions.iter().filter(eye).fold(0, |set, eye| set | eye));
            }
        }
    }

    /// The intersection that basic ko bans after a stone, if any.
    pub fn ko(&self, point: usize, mover: u8, after: &Stones, captured: u64) -> Option<usize> {
        let around = self.adjacent(1 << point);
        let liberties = around & !(after[0] | after[1] | after[2]);
        let alone = around & Board::own(after, mover) == 0 && liberties == captured;
        (captured.count_ones() == 1 && alone).then_some(captured.trailing_zeros() as usize)
    }

    /// The images of the intersections under each symmetry, the identity included.
    pub fn images(&self) -> &[Vec<u8>] {
        &self.images
    }

    /// The image of an intersection, or of the pass.
    pub fn image(&self, map: Map, point: u8) -> u8 {
        if point == PASS { PASS } else { self.images[usize::from(map.symmetry)][usize::from(point)] }
    }

    /// The image of a position.
    pub fn stones(&self, map: Map, stones: &Stones) -> Stones {
        moved(&self.images[usize::from(map.symmetry)], map, stones)
    }

    /// The preimage of a fact under a map.
    pub fn fact_back(&self, map: Map, fact: &Fact) -> Fact {
        let inverse = &self.inverses[usize::from(map.symmetry)];
        let who = fact.who.map(|who| who ^ u8::from(map.exchanges));
        let stones = moved(inverse, map, &fact.stones);
        let second = match fact.second {
            0 => 0,
            moves if self.counts_moves && fact.class == Class::Stood => moves,
            number => number_of(&moved(inverse, map, &position_of(number))),
        };
        Fact { who, stones, second, ..*fact }
    }
}

/// The image of a position: intersections moved, and colours exchanged if the map does.
fn moved(images: &[u8], map: Map, stones: &Stones) -> Stones {
    let image = |all, point: usize| all | 1u64 << images[point];
    let [low, high, top] = match map.symmetry {
        0 => *stones,
        _ => stones.map(|set| members(set).fold(0, image)),
    };
    // Black is 1 and White is 2.
    if map.exchanges { [high, low, top] } else { [low, high, top] }
}
