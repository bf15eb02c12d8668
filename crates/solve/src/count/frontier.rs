//! The legal positions of any graph, counted without listing them.
//!
//! The method of [`super::positions`] for boards without rows. The points are filled one after the other, and
//! the *frontier* is the points that are filled and have a neighbour that is not. All that the rest can tell of
//! the part that is filled is what is on each point of the frontier: empty, a stone whose chain has a liberty
//! already, or a stone of a chain that has none yet, and which. So the fillings are counted by frontier. A filling is
//! dropped when the last stone of a chain without liberties leaves the frontier, as nothing can give it one any more.

use superko_go::hashing::FixedMap;

use crate::{Budget, Stopped};
use superko_go::Board;
use superko_go::bits::members;

const EMPTY: u8 = 0;
/// A stone whose chain has a liberty has this number plus its colour, which is 0 or 1.
const LIVE: u8 = 1;
/// A stone of a chain without a liberty has this number plus its colour, plus twice the place in the frontier of the chain's
/// first stone.
const DEAD: u8 = 3;

/// What is on each point of the frontier, in the order of the points.
type Frontier = Box<[u8]>;

type Fillings = FixedMap<Frontier, u128>;

/// The number of positions of a graph in which every chain has a liberty.
///
/// # Errors
/// What stopped the effort.
pub fn positions(board: &Board, budget: &Budget) -> Result<u128, Stopped> {
    let mut fillings = Fillings::default();
    fillings.insert(Frontier::default(), 1);
    let mut frontier = 0u64;
    for step in steps(board) {
        budget.ask(format!("counting positions: point {} of {}", step.filled.count_ones(), board.points()));
        let mut next = Fillings::default();
        let width = frontier.count_ones() as usize;
        for (place, (codes, count)) in fillings.iter().enumerate() {
            for stone in [None, Some(0), Some(1)] {
                if let Some(filled) = step.fill(codes, stone) {
                    *next.entry(filled).or_default() += count;
                }
            }
            if place % 4096 == 4095 {
                within_memory(fillings.capacity(), &next, width, budget)?;
                budget.spend(4096)?;
            }
        }
        within_memory(fillings.capacity(), &next, width, budget)?;
        budget.spend(fillings.len() as u64 % 4096)?;
        (fillings, frontier) = (next, step.after);
    }
    Ok(fillings.values().sum())
}

fn within_memory(others: usize, next: &Fillings, width: usize, budget: &Budget) -> Result<(), Stopped> {
    // A table that is full makes one twice its size and moves there; a frontier is a block of its own.
    let entry = size_of::<(Frontier, u128)>() + width + 17;
    let bytes = (others + 3 * next.capacity()) * entry;
    budget.report(next.len(), bytes);
    if bytes > budget.memory() { Err(Stopped::Memory) } else { Ok(()) }
}

/// One point filled.
struct Step {
    /// All points that are filled then.
    filled: u64,
    /// The places in the frontier before, of the neighbours of the point; it itself comes behind them all.
    neighbours: Vec<usize>,
    /// The places, the point's own among them, that are in the frontier after.
    kept: Vec<usize>,
    /// The frontier after.
    after: u64,
}

/// The order in which the points are filled: next comes always the one that leaves the smallest frontier.
fn steps(board: &Board) -> Vec<Step> {
    let mut steps = Vec::new();
    // The points of the frontier in the order in which they were filled.
    let (mut filled, mut order): (u64, Vec<u8>) = (0, Vec::new());
    while filled != board.full() {
        let open = |filled: u64, point: u8| board.adjacent(1 << point) & !filled != 0;
        let left = |point: &u8| {
            let filled = filled | 1 << point;
            order.iter().chain([point]).filter(|other| open(filled, **other)).count()
        };
        let point = members(board.full() & !filled).min_by_key(left).expect("a point is left");
        let adjacent = |place: &usize| board.adjacent(1 << point) >> order[*place] & 1 == 1;
        let neighbours = (0..order.len()).filter(adjacent).collect();
        filled |= 1 << point;
        order.push(point);
        let kept: Vec<usize> = (0..order.len()).filter(|place| open(filled, order[*place])).collect();
        order = kept.iter().map(|place| order[*place]).collect();
        let after = order.iter().fold(0, |set, point| set | 1 << point);
        steps.push(Step { filled, neighbours, kept, after });
    }
    steps
}

fn colour(code: u8) -> u8 {
    (code - LIVE) % 2
}

impl Step {
    /// The frontier after the point is filled, or `None` if a chain is left without liberties.
    fn fill(&self, codes: &[u8], stone: Option<u8>) -> Option<Frontier> {
        let mut codes = [codes, &[EMPTY]].concat();
        let own = codes.len() - 1;
        if let Some(stone) = stone {
            let gives_liberty = |code: u8| code == EMPTY || code < DEAD && colour(code) == stone;
            let alive = self.neighbours.iter().any(|place| gives_liberty(codes[*place]));
            codes[own] = if alive { LIVE + stone } else { DEAD + stone + 2 * own as u8 };
        }
        for place in &self.neighbours {
            let neighbour = codes[*place];
            if neighbour < DEAD {
                continue;
            }
            let now = match stone {
                None => LIVE + colour(neighbour),
                Some(stone) if colour(neighbour) == stone => codes[own],
                Some(_) => continue,
            };
            codes.iter_mut().filter(|code| **code == neighbour).for_each(|code| *code = now);
        }
        let mut next: Frontier = self.kept.iter().map(|place| codes[*place]).collect();
        if codes.iter().any(|code| *code >= DEAD && !next.contains(code)) {
            return None;
        }
        // A chain is named after the place of its first stone, so that frontiers that are alike are equal.
        let old = next.clone();
        for (place, code) in next.iter_mut().enumerate().filter(|(_, code)| **code >= DEAD) {
            let first = old.iter().position(|other| other == code).unwrap_or(place);
            *code = DEAD + colour(*code) + 2 * first as u8;
        }
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::edge_list;
    use superko_go::position::legal_positions;

    #[test]
    fn it_counts_what_is_listed() {
        let names = [
            "1x1",
            "1x6",
            "2x3",
            "3x3",
            "path:5",
            "cycle:3",
            "cycle:7",
            "star:6",
            "complete:1",
            "complete:6",
            "torus:2x3",
            "torus:3x3",
            "torus:1x2",
        ];
        let mut boards: Vec<Board> = names.iter().map(|name| Board::parse(name).unwrap()).collect();
        for edges in ["a c\nd\ne", "a c\nc d\nd a\nd e\ne f\nf g\ng h\nh e", "a c\na d\nc e\nf g\ng h\nh f"] {
            boards.push(edge_list::parse("graph", edges).unwrap());
        }
        for board in boards {
            let found = positions(&board, &Budget::default());
            assert_eq!(found, Ok(legal_positions(&board).count() as u128), "{board}");
        }
    }

    #[test]
    fn it_counts_grids_as_the_other_method_does() {
        for board in ["5x5", "4x7", "1x64"] {
            let board = Board::parse(board).unwrap();
            let found = super::super::positions::positions(&board, &Budget::default());
            assert_eq!(positions(&board, &Budget::default()), found, "{board}");
        }
    }

    #[test]
    fn little_memory_and_few_nodes_stop_it() {
        let board = Board::parse("torus:5x5").unwrap();
        let stopped = |nodes, memory| {
            let limits = crate::Limits { time: None, nodes, memory };
            positions(&board, &Budget::new(limits)).err()
        };
        assert_eq!(stopped(Some(1000), 1 << 30), Some(Stopped::Nodes));
        assert_eq!(stopped(None, 1 << 16), Some(Stopped::Memory));
    }
}
