//! The legal positions of a board, counted without listing them.
//!
//! This is the method of J. Tromp and G. Farneback (*Combinatorics of Go*): the intersections are filled
//! one after the other, row by row along the shorter side. All that the rest of the board can tell of
//! the part that is filled is its *border*, the last intersection filled in each column: what is there and,
//! for a stone, whether its chain has a liberty yet and, if not, which other stones of the border belong to
//! the same chain. (A chain that has a liberty keeps it, so there it does not matter who belongs to it.) So
//! the fillings are counted by border: at most 3^64 of them in all, which is far below 2^128.
//!
//! A filling is dropped when a chain without liberties leaves the border, as nothing can give it one any
//! more. At the end those are counted whose border has no chain without liberties. The exchange of the
//! colours maps the ways to go on from a border onto those from its image, and so the two count as one.

use superko_go::hashing::FixedMap;

use crate::{Budget, Stopped};
use superko_go::Board;

/// The shorter side of a board of 64 intersections is at most this.
const MAX_WIDTH: usize = 8;

/// What is on each intersection of a border: [`EMPTY`], a stone of colour 0 or 1 whose chain has a liberty
/// ([`LIVE`] and its colour), or one of a chain that has none yet ([`DEAD`] and its colour and twice the
/// number of the chain). Chains are numbered from the left, and the leftmost stone has colour 0, so that
/// borders that are alike are equal. Columns that are not filled yet are empty and not looked at.
type Border = [u8; MAX_WIDTH];

const EMPTY: u8 = 0;
const LIVE: u8 = 1;
const DEAD: u8 = 3;
/// The chain of a stone just placed: more than any number of a chain on the border.
const FRESH: u8 = DEAD + 2 * MAX_WIDTH as u8;

type Fillings = FixedMap<Border, u128>;

/// The number of positions of a board in which every chain has a liberty.
///
/// Fillings of the board are counted by their border, as J. Tromp and G. Farneback do (*Combinatorics of
/// Go*). There are fewer than 4^w borders if the shorter side is w, which bounds the memory; the time is a
/// few steps for each border and intersection.
///
/// # Errors
/// What stopped the effort.
pub fn positions(board: &Board, budget: &Budget) -> Result<u128, Stopped> {
    let (width, height) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    let mut fillings = Fillings::default();
    fillings.insert([EMPTY; MAX_WIDTH], 1);
    for row in 0..height {
        for column in 0..width {
            budget.ask(format!("counting positions: row {} of {height}, column {}", row + 1, column + 1));
            let above = row > 0;
            let mut next = Fillings::default();
            for (place, (border, count)) in fillings.iter().enumerate() {
                let filled = [None, Some(0), Some(1)].into_iter();
                for border in filled.filter_map(|stone| fill(*border, column, above, stone)) {
                    *next.entry(border).or_default() += count;
                }
                if place % 4096 == 4095 {
                    within_memory(fillings.capacity(), &next, budget)?;
                    budget.spend(4096)?;
                }
            }
            within_memory(fillings.capacity(), &next, budget)?;
            budget.spend(fillings.len() as u64 % 4096)?;
            fillings = next;
        }
    }
    let legal = fillings.iter().filter(|(border, _)| border.iter().all(|&code| code < DEAD));
    Ok(legal.map(|(_, count)| count).sum())
}

fn within_memory(others: usize, next: &Fillings, budget: &Budget) -> Result<(), Stopped> {
    // A table that is full makes one twice its size and moves there.
    let bytes = (others + 3 * next.capacity()) * size_of::<(Border, u128)>();
    budget.report(next.len(), bytes);
    if bytes > budget.memory() { Err(Stopped::Memory) } else { Ok(()) }
}

fn colour(code: u8) -> u8 {
    (code - LIVE) % 2
}

/// The border after one more intersection is filled, or `None` if a chain is left without liberties.
/// `above` says whether there is a row above.
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

fn rename(border: &mut Border, from: u8, to: u8) {
    for code in border.iter_mut().filter(|code| **code == from) {
        *code = to;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::position::legal_positions;

    fn count(board: &str) -> u128 {
        positions(&Board::parse(board).unwrap(), &Budget::default()).unwrap()
    }

    #[test]
    fn it_counts_what_is_listed() {
        for rows in 1..=10 {
            for cols in 1..=10 / rows {
                let board = Board::grid(rows, cols).unwrap();
                assert_eq!(count(&board.to_string()), legal_positions(&board).count() as u128, "{board}");
            }
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
        let board = Board::parse("5x5").unwrap();
        let stopped = |nodes, memory| {
            let limits = crate::Limits { time: None, nodes, memory };
            positions(&board, &Budget::new(limits))
        };
        assert_eq!(stopped(Some(1000), 1 << 30), Err(Stopped::Nodes));
        assert_eq!(stopped(None, 1 << 16), Err(Stopped::Memory));
        assert!(stopped(None, 1 << 26).is_ok());
    }
}
