//! Commands that place the stones of a handicap: a start with White to move.

use super::choosing::remoteness;
use super::engine::Engine;
use super::protocol::Reply;
use super::starting::put;
use super::words::{only, point};
use crate::go::bits::members;
use crate::go::notation::point_name;
use crate::go::{Board, Player, Position};

/// `fixed_handicap number`: stones near the corners, in the order that the protocol has on larger boards.
pub fn fixed_handicap(engine: &mut Engine, arguments: &[String]) -> Reply {
    let (number, board) = (number(engine, arguments)?, engine.game.board());
    let points = near_the_corners(board);
    let Some(points) = points.get(..number) else {
        let most = points.len();
        return Err(match most {
            0 | 1 => format!("invalid number of stones: a board of {board} has no fixed handicap"),
            _ => format!("invalid number of stones: expected 2 to {most} on a board of {board}"),
        });
    };
    let points = points.to_vec();
    place(engine, &points).map_err(|why| format!("invalid number of stones: {why}"))
}

/// `place_free_handicap number`: stones on the most central points, as many of them as leave every chain a liberty.
pub fn place_free_handicap(engine: &mut Engine, arguments: &[String]) -> Reply {
    let (number, board) = (number(engine, arguments)?, engine.game.board());
    let mut central: Vec<u8> = members(board.full()).collect();
    central.sort_by_key(|point| remoteness(board, *point));
    let mut stones = 0u64;
    let mut points = Vec::new();
    for point in central {
        let more = stones | 1 << point;
        let breathes = |chain: u64| board.adjacent(chain) & !more != 0;
        if points.len() < number && board.parts(more).all(breathes) {
            stones = more;
            points.push(point);
        }
    }
    match points.len() {
        0 | 1 => Err(format!("invalid number of stones: a board of {board} has no room for two")),
        _ => place(engine, &points),
    }
}

/// `set_free_handicap points`
pub fn set_free_handicap(engine: &mut Engine, arguments: &[String]) -> Reply {
    empty(engine)?;
    let bad = |why: &dyn std::fmt::Display| format!("bad vertex list: {why}");
    let points = arguments.iter().map(|argument| point(engine.game.board(), argument));
    let points = points.collect::<Result<Vec<u8>, _>>().map_err(|why| bad(&why))?;
    if points.len() < 2 {
        return Err(bad(&"expected at least two points"));
    }
    place(engine, &points).map_err(|why| bad(&why))?;
    Ok(String::new())
}

/// The number of stones, at least 2, on an empty board.
fn number(engine: &Engine, arguments: &[String]) -> Result<usize, String> {
    let number = only(arguments, "a number of stones")?;
    let number: usize = number.parse().map_err(|_| "expected a number of stones".to_string())?;
    if number < 2 {
        return Err("invalid number of stones: expected at least 2".to_string());
    }
    empty(engine)?;
    Ok(number)
}

/// The board is empty, but for a handicap that is placed anew.
fn empty(engine: &Engine) -> Result<(), String> {
    let game = &engine.game;
    let is_empty = game.komi.handicap > 0 || game.setup().start.occupied() == 0;
    match game.moves().is_empty() && is_empty {
        true => Ok(()),
        false => Err("board not empty".to_string()),
    }
}

/// Begins with stones of Black, White to move. Replies with their points.
fn place(engine: &mut Engine, points: &[u8]) -> Reply {
    let mut start = Position::default();
    points.iter().try_for_each(|point| put(&mut start, Player::Black, *point))?;
    engine.game.set_up(start, Player::White)?;
    engine.game.komi.handicap = points.len();
    let names: Vec<String> = points.iter().map(|point| point_name(engine.game.board(), *point)).collect();
    Ok(names.join(" "))
}

/// The points near the corners of a grid: lower left, upper right, upper left, lower right. They are on the third line from a
/// side of 7 on, as the protocol has it, on the second from 5 on, and else in the corner. Those that are the same come once.
fn near_the_corners(board: &Board) -> Vec<u8> {
    let line = |side: usize| match side {
        0..=4 => 0,
        5 | 6 => 1,
        _ => 2,
    };
    let (columns, rows) = (board.cols(), board.rows());
    let (left, top) = (line(columns), line(rows));
    let (right, bottom) = (columns - 1 - left, rows - 1 - top);
    let mut points = Vec::new();
    for (row, column) in [(bottom, left), (top, right), (top, left), (bottom, right)] {
        let point = (row * columns + column) as u8;
        if !points.contains(&point) {
            points.push(point);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicap_points_are_near_the_corners() {
        for (board, expected) in [
            ("7x7", "C3 E5 C5 E3"),
            ("8x8", "C3 F6 C6 F3"),
            ("7x9", "C3 G5 C5 G3"),
            ("5x6", "B2 E4 B4 E2"),
            ("3x3", "A1 C3 A3 C1"),
            ("1x4", "A1 D1"),
            ("1x1", "A1"),
        ] {
            let board = Board::parse(board).unwrap();
            let names = near_the_corners(&board).into_iter().map(|point| point_name(&board, point));
            assert_eq!(names.collect::<Vec<_>>().join(" "), expected, "{board}");
        }
    }
}
