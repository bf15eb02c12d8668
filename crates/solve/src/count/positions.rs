//! The number of legal positions of a board, counted without listing them.
//!
//! This is the method of J. Tromp and G. Farneback (*Combinatorics of Go*): the intersections are
//! filled one after the other. All that the rest of the board can see of the part that is filled is
//! its *border*, the filled intersections beside those that are not: what is on each and, for a
//! stone, whether its chain has a liberty yet and, if not, which other stones of the border belong
//! to the same chain. (A chain that has a liberty keeps it, so there it does not matter who belongs
//! to it.) So the fillings are counted by border: at most 3^64 of them in all, which is far below
//! 2^128.
//!
//! A filling is dropped when a chain without liberties leaves the border, as nothing can give it
//! one any more.

use std::hash::Hash;

use crate::{Budget, Stopped};
use superko_go::Board;
use superko_go::bits::members;
use superko_go::hashing::FixedMap;

const EMPTY: u8 = 0;
/// A stone whose chain has a liberty has this number plus its colour, which is 0 or 1.
const LIVE: u8 = 1;
/// A stone of a chain without a liberty has this number plus its colour, plus twice the number of
/// the chain.
const DEAD: u8 = 3;

/// The number of positions of a board in which every chain has a liberty.
pub fn positions(board: &Board, budget: &Budget) -> Result<u128, Stopped> {
    if board.is_grid() { of_grid(board, budget) } else { of_graph(board, budget) }
}

fn colour(code: u8) -> u8 {
    (code - LIVE) % 2
}

/// Fills one more intersection, with a stone of each colour or none. A border takes `bytes` besides
/// its entry in the table.
fn filled<B: Hash + Eq>(
    fillings: &FixedMap<B, u128>,
    bytes: usize,
    budget: &Budget,
    fill: impl Fn(&B, Option<u8>) -> Option<B>,
) -> Result<FixedMap<B, u128>, Stopped> {
    const STEP: usize = 4096;
    let mut next = FixedMap::default();
    let spend = |next: &FixedMap<B, u128>, nodes: usize| {
        // A table that is full makes one twice its size and moves there.
        let bytes = (fillings.capacity() + 3 * next.capacity()) * (size_of::<(B, u128)>() + bytes);
        budget.report(next.len(), bytes);
        if bytes > budget.memory() { Err(Stopped::Memory) } else { budget.charge(nodes as u64) }
    };
    for (number, (border, count)) in fillings.iter().enumerate() {
        for border in [None, Some(0), Some(1)].into_iter().filter_map(|stone| fill(border, stone)) {
            *next.entry(border).or_default() += count;
        }
        if number % STEP == STEP - 1 {
            spend(&next, STEP)?;
        }
    }
    spend(&next, fillings.len() % STEP)?;
    Ok(next)
}

// --- grids -----------------------------------------------------------------------------------------------------------
//
// A grid is filled row by row along the shorter side, so the border is the last intersection filled
// in each column. There are fewer than 4^w borders if the shorter side is w, which bounds the
// memory; the time is a few steps for each border and intersection. The exchange of the colours
// maps the ways to go on from a border onto those from its image, and so the two count as one. At
// the end those are counted whose border has no chain without liberties.

/// The shorter side of a board of 64 intersections is at most this.
const MAX_WIDTH: usize = 8;

/// A border. Chains are numbered from the left, and the leftmost stone has colour 0, so that
/// borders that are alike are equal. Columns that are not filled yet are empty and not looked at.
type Border = [u8; MAX_WIDTH];

/// The chain of a stone just placed: more than any number of a chain on the border.
const FRESH: u8 = DEAD + 2 * MAX_WIDTH as u8;

fn of_grid(board: &Board, budget: &Budget) -> Result<u128, Stopped> {
    let (width, height) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    let mut fillings = FixedMap::default();
    fillings.insert([EMPTY; MAX_WIDTH], 1);
    for row in 0..height {
        for column in 0..width {
            budget.ask(format!("counting positions: row {} of {height}, column {}", row + 1, column + 1));
            fillings = filled(&fillings, 0, budget, |border, stone| fill(*border, column, row > 0, stone))?;
        }
    }
    let legal = fillings.iter().filter(|(border, _)| border.iter().all(|&code| code < DEAD));
    Ok(legal.map(|(_, count)| count).sum())
}

/// The border after one more intersection is filled, or `None` if a chain is left without
/// liberties. `above` says whether there is a row above.
fn fill(mut border: Border, column: usize, above: bool, stone: Option<u8>) -> Option<Border> {
    let up = above.then(|| border[column]);
    let left = column.checked_sub(1).map(|left| border[left]);
    let neighbours = || [up, left].into_iter().flatten();
    let own = |code: u8| code != EMPTY && Some(colour(code)) == stone;
    let code = match stone {
        None => EMPTY,
        Some(stone) if neighbours().any(|code| code == EMPTY || own(code) && code < DEAD) => LIVE + stone,
        Some(stone) => FRESH + stone,
    };
    for neighbour in neighbours().filter(|&code| code >= DEAD) {
        if stone.is_none() {
            rename(&mut border, neighbour, LIVE + colour(neighbour));
        } else if own(neighbour) {
            rename(&mut border, neighbour, code);
        }
    }
    let covered = std::mem::replace(&mut border[column], code);
    // A chain of the other colour that had its last stone of the border here.
    if above && covered >= DEAD && !border.contains(&covered) {
        return None;
    }
    Some(canonical(border))
}

fn rename(border: &mut [u8], from: u8, to: u8) {
    border.iter_mut().filter(|code| **code == from).for_each(|code| *code = to);
}

/// The image that stands for a border and for the one with the colours exchanged.
fn canonical(mut border: Border) -> Border {
    let exchange = border.iter().find(|&&code| code != EMPTY).map_or(0, |&code| colour(code));
    let mut names = [0; FRESH as usize + 2];
    let mut chains = 0;
    for code in border.iter_mut().filter(|code| **code != EMPTY) {
        let stone = colour(*code) ^ exchange;
        if *code < DEAD {
            *code = LIVE + stone;
            continue;
        }
        let name = &mut names[usize::from(*code)];
        if *name == 0 {
            *name = DEAD + stone + 2 * chains;
            chains += 1;
        }
        *code = *name;
    }
    border
}

// --- graphs ----------------------------------------------------------------------------------------------------------
//
// On a board without rows the border, or *frontier*, is the points that are filled and have a
// neighbour that is not. When the last point is filled it is empty, and all chains without
// liberties have left it.

/// The codes of the points of the frontier, in their order. The number of a chain is the index of
/// its first stone.
type Frontier = Box<[u8]>;

fn of_graph(board: &Board, budget: &Budget) -> Result<u128, Stopped> {
    let mut fillings = FixedMap::default();
    fillings.insert(Frontier::default(), 1);
    let mut width = 0;
    for step in steps(board) {
        budget.ask(format!("counting positions: point {} of {}", step.filled.count_ones(), board.points()));
        // A frontier is a block of its own.
        fillings = filled(&fillings, width + 17, budget, |codes, stone| step.fill(codes, stone))?;
        width = step.kept.len();
    }
    Ok(fillings.values().sum())
}

/// One point filled.
struct Step {
    /// All points that are filled then.
    filled: u64,
    /// The indices in the frontier before, of the neighbours of the point; it itself comes after
    /// them all.
    neighbours: Vec<usize>,
    /// The indices, the point's own among them, that are in the frontier after.
    kept: Vec<usize>,
}

/// The order in which the points are filled: next comes always the one that leaves the smallest
/// frontier.
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
        let adjacent = |index: &usize| board.adjacent(1 << point) >> order[*index] & 1 == 1;
        let neighbours = (0..order.len()).filter(adjacent).collect();
        filled |= 1 << point;
        order.push(point);
        let kept: Vec<usize> = (0..order.len()).filter(|index| open(filled, order[*index])).collect();
        order = kept.iter().map(|index| order[*index]).collect();
        steps.push(Step { filled, neighbours, kept });
    }
    steps
}

impl Step {
    /// The frontier after the point is filled, or `None` if a chain is left without liberties.
    fn fill(&self, codes: &[u8], stone: Option<u8>) -> Option<Frontier> {
        let mut codes = [codes, &[EMPTY]].concat();
        let own = codes.len() - 1;
        if let Some(stone) = stone {
            let gives_liberty = |code: u8| code == EMPTY || code < DEAD && colour(code) == stone;
            let alive = self.neighbours.iter().any(|index| gives_liberty(codes[*index]));
            codes[own] = if alive { LIVE + stone } else { DEAD + stone + 2 * own as u8 };
        }
        for index in &self.neighbours {
            let neighbour = codes[*index];
            if neighbour < DEAD {
                continue;
            }
            let now = match stone {
                None => LIVE + colour(neighbour),
                Some(stone) if colour(neighbour) == stone => codes[own],
                Some(_) => continue,
            };
            rename(&mut codes, neighbour, now);
        }
        let mut next: Frontier = self.kept.iter().map(|index| codes[*index]).collect();
        if codes.iter().any(|code| *code >= DEAD && !next.contains(code)) {
            return None;
        }
        // A chain is named after the index of its first stone, so that frontiers that are alike are
        // equal.
        let old = next.clone();
        for (index, code) in next.iter_mut().enumerate().filter(|(_, code)| **code >= DEAD) {
            let first = old.iter().position(|other| other == code).unwrap_or(index);
            *code = DEAD + colour(*code) + 2 * first as u8;
        }
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::board::parse_edges;
    use superko_go::position::legal_positions;

    fn board(name: &str) -> Board {
        Board::parse(name).unwrap()
    }

    #[test]
    fn they_are_as_many_as_are_listed() {
        let grids =
            (1..=10).flat_map(|rows| (1..=10 / rows).map(move |cols| Board::grid(rows, cols).unwrap()));
        let names = [
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
        let edges = ["a c\nd\ne", "a c\nc d\nd a\nd e\ne f\nf g\ng h\nh e", "a c\na d\nc e\nf g\ng h\nh f"];
        let graphs = edges.map(|edges| parse_edges("graph", edges).unwrap());
        for board in grids.chain(names.map(board)).chain(graphs) {
            let listed = Ok(legal_positions(&board).count() as u128);
            assert_eq!(positions(&board, &Budget::default()), listed, "{board}");
            assert_eq!(of_graph(&board, &Budget::default()), listed, "{board}");
        }
        for board in ["5x5", "4x7", "1x64"].map(board) {
            let [grid, graph] = [of_grid, of_graph].map(|count| count(&board, &Budget::default()));
            assert_eq!(grid, graph, "{board}");
        }
    }

    #[test]
    fn a_chain_that_nothing_can_free_ends_a_filling() {
        // X under an edge, O to its right and below it: the chain of X leaves the border.
        let border = |codes: &[u8]| {
            let mut border = [EMPTY; MAX_WIDTH];
            border[..codes.len()].copy_from_slice(codes);
            border
        };
        let (x, o) = (DEAD, DEAD + 1 + 2);
        assert_eq!(fill(border(&[x, o]), 0, true, Some(1)), None);
        // Another stone of the chain is still there, or one is added, or a liberty.
        let (two, added, freed) = (border(&[x, o, x]), border(&[x, o]), border(&[LIVE, LIVE + 1]));
        assert_eq!(fill(two, 0, true, Some(1)), Some(border(&[DEAD, DEAD + 2, DEAD + 1 + 4])));
        assert_eq!(fill(added, 0, true, Some(0)), Some(added));
        assert_eq!(fill(border(&[x, o]), 0, true, None), Some(border(&[EMPTY, DEAD])));
        assert_eq!(fill(freed, 0, true, Some(1)), Some(border(&[DEAD, LIVE])));
    }

    #[test]
    fn little_memory_and_few_nodes_stop_it() {
        for (name, enough) in [("5x5", 1 << 26), ("torus:5x5", 1 << 30)] {
            let stopped = |nodes, memory| {
                let limits = crate::Limits { time: None, nodes, memory };
                positions(&board(name), &Budget::new(limits)).err()
            };
            assert_eq!(stopped(Some(1000), enough), Some(Stopped::Nodes), "{name}");
            assert_eq!(stopped(None, 1 << 16), Some(Stopped::Memory), "{name}");
        }
        let enough = Budget::new(crate::Limits { time: None, nodes: None, memory: 1 << 26 });
        assert!(positions(&board("5x5"), &enough).is_ok());
    }
}
