//! Intersections and moves as values: two letters, the column from the left and the row from the top, `a` to `z` and on
//! with `A` to `Z`; a rectangle of them in a list, by two corners; a pass, by nothing or, as FF\[3\] did, by `tt`.

use super::text::{simple_text, split};
use crate::go::{Board, Move};

/// The longest side that two letters can name.
pub const LONGEST_SIDE: usize = 52;
/// The longest side of a board on which `tt` is a pass.
const LONGEST_SIDE_OF_TT: usize = 19;

fn letter(place: usize) -> char {
    char::from(if place < 26 { b'a' + place as u8 } else { b'A' + (place - 26) as u8 })
}

fn place(letter: char) -> Option<usize> {
    match letter {
        'a'..='z' => Some(letter as usize - 'a' as usize),
        'A'..='Z' => Some(letter as usize - 'A' as usize + 26),
        _ => None,
    }
}

/// An intersection of a grid as a value.
pub fn point_value(board: &Board, point: u8) -> String {
    let (row, column) = (usize::from(point) / board.cols(), usize::from(point) % board.cols());
    [letter(column), letter(row)].iter().collect()
}

/// The column and the row of a value.
fn coordinates(value: &str) -> Option<(usize, usize)> {
    let value = simple_text(value);
    let mut letters = value.chars().map(place);
    match (letters.next(), letters.next(), letters.next()) {
        (Some(Some(column)), Some(Some(row)), None) => Some((column, row)),
        _ => None,
    }
}

fn on_the_board(board: &Board, (column, row): (usize, usize)) -> Option<u8> {
    (column < board.cols() && row < board.rows()).then(|| (row * board.cols() + column) as u8)
}

/// The intersections of a value of a list: one, or those of a rectangle with its upper left and its lower right corner.
pub fn points(board: &Board, value: &str) -> Option<u64> {
    let point = |value| on_the_board(board, coordinates(value)?);
    let Some((first, second)) = split(value) else { return Some(1 << point(value)?) };
    let (first, second) = (usize::from(point(first)?), usize::from(point(second)?));
    let cols = board.cols();
    let (rows, columns) = (first / cols..=second / cols, first % cols..=second % cols);
    let all = rows.flat_map(|row| columns.clone().map(move |column| 1u64 << (row * cols + column)));
    Some(all.fold(0, |set, point| set | point)).filter(|set| *set != 0)
}

/// The move of a value of `B` or `W`: a stone or a pass.
pub fn stone_or_pass(board: &Board, value: &str) -> Option<Move> {
    if simple_text(value).is_empty() {
        return Some(Move::Pass);
    }
    let coordinates = coordinates(value)?;
    let small = board.rows().max(board.cols()) <= LONGEST_SIDE_OF_TT;
    if small && coordinates == (19, 19) {
        return Some(Move::Pass);
    }
    on_the_board(board, coordinates).map(Move::Place)
}

/// The value of `B` or `W` for a stone or a pass; of other moves there is none.
pub fn move_value(board: &Board, mv: Move) -> Option<String> {
    match mv {
        Move::Place(point) => Some(point_value(board, point)),
        Move::Pass => Some(String::new()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_columns_and_rows_from_the_top_left() {
        let board = Board::grid(2, 3).unwrap();
        let values: Vec<String> = (0..6).map(|point| point_value(&board, point)).collect();
        assert_eq!(values, ["aa", "ba", "ca", "ab", "bb", "cb"]);
        for (point, value) in (0u8..).zip(&values) {
            assert_eq!(points(&board, value), Some(1 << point));
            assert_eq!(stone_or_pass(&board, value), Some(Move::Place(point)));
            assert_eq!(move_value(&board, Move::Place(point)).as_ref(), Some(value));
        }
        for (value, set) in [("aa:ca", 0b111), ("ba:cb", 0b110110), ("cb:cb", 0b100000), (" ab ", 0b1000)] {
            assert_eq!(points(&board, value), Some(set), "{value}");
        }
        for value in ["", "a", "aaa", "ac", "da", "AA", "a1", "aa:", "aa:da", "ca:aa", "ab:ba"] {
            assert_eq!(points(&board, value), None, "{value}");
        }
        let wide = Board::grid(1, 52).unwrap();
        let last = point_value(&wide, 51);
        assert_eq!((last.as_str(), points(&wide, &last)), ("Za", Some(1 << 51)));
    }

    #[test]
    fn tt_is_a_pass_where_it_is_no_intersection_of_the_usual_boards() {
        let moves = |rows, cols| {
            let board = Board::grid(rows, cols).unwrap();
            ["", " ", "tt", "ta"].map(|value| stone_or_pass(&board, value))
        };
        assert_eq!(moves(3, 3), [Some(Move::Pass), Some(Move::Pass), Some(Move::Pass), None]);
        assert_eq!(moves(1, 20), [Some(Move::Pass), Some(Move::Pass), None, Some(Move::Place(19))]);
        let board = Board::grid(2, 2).unwrap();
        assert_eq!(move_value(&board, Move::Pass).as_deref(), Some(""));
        assert_eq!(move_value(&board, Move::Accept), None);
    }
}
