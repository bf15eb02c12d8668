//! What is seen of a position without playing: kos, one-point eyes, chains.

use crate::go::bits::members;
use crate::go::{Board, Player, Position};

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
/// A *ko* is an empty intersection and a stone beside it, such that every other neighbour of the empty intersection is a
/// stone of the same colour, and every other neighbour of the stone one of the other colour. That other player takes the
/// stone by playing there. (If he takes more at the same time, because other stones have their last liberty there, it
/// still counts: texts speak of the shape.)
///
/// A *one-point eye* of a player is an empty intersection, in no ko, all of whose neighbours are stones of one of his
/// chains.
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
