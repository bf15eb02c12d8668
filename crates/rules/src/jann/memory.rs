//! What the rules of Jann remember besides position and mover, and the numbers that stand for it in a key.
//!
//! A memory is kept from the side of the player to move (*own* and *other*), so that the exchange of the colours leaves
//! it as it is.

use std::sync::{Arc, RwLock};
use superko_go::hashing::FixedMap;

use superko_go::{Board, Position, Symmetry};

/// Where a game stands between two stops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Play goes on, and the last move was no regular pass.
    #[default]
    Play,
    /// Play goes on, and the last move was a regular pass.
    Passed,
    /// The game has stopped; nobody has spoken yet. The player to move is he whose turn it would be.
    Stopped,
    /// The other has accepted the position.
    Accepted,
    /// The other demands a continuation.
    Resumed,
    /// The other demands a continuation with modified ko.
    Demanded,
    /// The player to move had accepted the position, and the other has demanded a continuation: it begins with
    /// this turn, and modified ko may still be demanded.
    Open,
}

/// How one player stands in a ko.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    /// He has captured in it in this continuation.
    pub captured: bool,
    /// He has prepared the ko capture on the first, or the second, of its two intersections.
    pub prepared: [bool; 2],
    /// It is locked against him.
    pub locked: bool,
}

/// What has happened in a ko in this continuation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ko {
    /// Its two intersections, in ascending order.
    pub points: [u8; 2],
    /// The player to move, and the other.
    pub standings: [Standing; 2],
}

impl Ko {
    /// The ko of these two intersections, in which nothing has happened.
    pub fn new(one: u8, two: u8) -> Ko {
        Ko { points: [one.min(two), one.max(two)], standings: Default::default() }
    }

    /// The place of one of its intersections in `points`.
    pub fn place(&self, point: u8) -> usize {
        usize::from(point == self.points[1])
    }

    /// Its intersections, and those directly adjacent to them.
    fn masks(&self, board: &Board) -> (u64, u64) {
        let own = self.points.iter().fold(0, |set, point| set | 1u64 << point);
        (own, board.adjacent(own) & !own)
    }

    /// Whether it can still matter what has happened in it, once `before` has become `after`.
    ///
    /// It is a different ko when an adjacent intersection has changed. And once both its intersections are
    /// occupied, none will be captured in it before one has. Say that Black captured on a, or White on b:
    /// then the others adjacent to a are White, and those adjacent to b Black. Until they change:
    ///
    /// * If both a and b have others, a black stone on b and a white one on a stay, as they are in a chain
    ///   with them. After the capture only a black stone on a or a white one on b stood there, and a second
    ///   of the other colour takes the first one off. So the two are of one colour, in a chain with others.
    /// * If b has none, its stone has no liberty but through a, so both stones are of one colour, and not
    ///   black ones, which would have no liberty; white ones are in a chain with those adjacent to a. If a
    ///   has none it is the other way round, and if neither has, two stones have no liberty at all.
    ///
    /// To empty a or b that chain must be taken off, and then an adjacent intersection has changed.
    fn matters(&self, board: &Board, before: &Position, after: &Position) -> bool {
        let (own, around) = self.masks(board);
        let same = |[old, new]: [u64; 2]| (old ^ new) & around == 0;
        let colours = [0, 1].map(|colour| [before.stones[colour], after.stones[colour]]);
        colours.into_iter().all(same) && own & !after.occupied() != 0
    }
}

/// All that matters of a game besides position and mover.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// Between two stops, or in one.
    pub stage: Stage,
    /// Where a ko may not be retaken at once.
    pub retake: Option<u8>,
    /// The stones that the player to move has lost, less those that the other has.
    pub lost: i16,
    /// The number of continuations so far.
    pub continued: u8,
    /// Whether this continuation is played with modified ko.
    pub modified: bool,
    /// The kos of this continuation, in the order of their intersections; none unless it is modified.
    pub kos: Vec<Ko>,
}

impl Memory {
    /// What has happened in the ko of two intersections.
    pub fn ko(&self, one: u8, two: u8) -> Ko {
        let new = Ko::new(one, two);
        self.kos.iter().find(|ko| ko.points == new.points).cloned().unwrap_or(new)
    }

    /// Writes down what has happened in a ko.
    pub fn set_ko(&mut self, ko: Ko) {
        match self.kos.binary_search_by_key(&ko.points, |ko| ko.points) {
            Ok(place) => self.kos[place] = ko,
            Err(place) => self.kos.insert(place, ko),
        }
    }

    /// Forgets the kos that can no longer matter.
    pub fn forget(&mut self, board: &Board, before: &Position, after: &Position) {
        self.kos.retain(|ko| ko.matters(board, before, after));
    }

    /// The same memory from the side of the other player.
    pub fn turned(mut self) -> Memory {
        self.lost = -self.lost;
        for ko in &mut self.kos {
            ko.standings.reverse();
        }
        self
    }

    /// The image under a symmetry of the board.
    fn image(&self, symmetry: &Symmetry) -> Memory {
        let image = |ko: &Ko| {
            let [one, two] = ko.points.map(|point| symmetry.point(point));
            let mut turned = Ko { standings: ko.standings, ..Ko::new(one, two) };
            if one > two {
                turned.standings.iter_mut().for_each(|standing| standing.prepared.reverse());
            }
            turned
        };
        let mut kos: Vec<Ko> = self.kos.iter().map(image).collect();
        kos.sort_unstable_by_key(|ko| ko.points);
        Memory { retake: self.retake.map(|point| symmetry.point(point)), kos, ..self.clone() }
    }
}

/// The numbers of memories. A memory gets its number when it is first met, so a number belongs to the game that gave it;
/// 0 is the start of every game.
#[derive(Debug)]
pub struct Memories(RwLock<Table>);

#[derive(Debug)]
struct Table {
    numbers: FixedMap<Arc<Memory>, u32>,
    memories: Vec<Arc<Memory>>,
}

impl Table {
    fn number(&mut self, memory: Memory) -> u32 {
        if let Some(number) = self.numbers.get(&memory) {
            return *number;
        }
        let number = u32::try_from(self.memories.len()).expect("a table of this size does not fit in memory");
        let memory = Arc::new(memory);
        self.memories.push(memory.clone());
        self.numbers.insert(memory, number);
        number
    }
}

/// Why a lock is not poisoned.
pub const POISONED: &str = "no thread panics with the table in hand";

impl Memories {
    /// A table that knows the start of a game.
    pub fn new() -> Memories {
        let numbers = FixedMap::default();
        let mut table = Table { numbers, memories: Vec::new() };
        table.number(Memory::default());
        Memories(RwLock::new(table))
    }

    /// The number of a memory.
    pub fn number(&self, memory: Memory) -> u32 {
        if let Some(number) = self.0.read().expect(POISONED).numbers.get(&memory) {
            return *number;
        }
        self.0.write().expect(POISONED).number(memory)
    }

    /// The memory of a number.
    pub fn memory(&self, number: u32) -> Arc<Memory> {
        self.0.read().expect(POISONED).memories[number as usize].clone()
    }

    /// The number of the image under a symmetry of the board.
    pub fn image(&self, number: u32, symmetry: &Symmetry) -> u32 {
        let memory = self.memory(number);
        if memory.retake.is_none() && memory.kos.is_empty() {
            return number;
        }
        self.number(memory.image(symmetry))
    }
}
