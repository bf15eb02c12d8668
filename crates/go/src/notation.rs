//! How boards, positions and moves are written and read.
//!
//! Coordinates are those that players use: a letter for the column from the left (no I), a number for the row from
//! the bottom. A position is its rows from the top, `/` (or `|`) between them, `X` Black, `O` White, `.` empty, and
//! `R` Red, `G` Green, `Y` Yellow and `V` Violet where more than two play. A graph without rows has its points in
//! one: A1, B1, ..., or by the names that they have; it is drawn as a list of its points with their neighbours.

use std::fmt;

use super::bits::members;
use super::board::Board;
use super::drawing::{self, Drawing, column_name};
use super::moves::Move;
use super::player::{Player, Players};
use super::position::{Colours, Position};

/// The words of the moves that name no intersection.
const WORDS: [(&str, Move); 5] = [
    ("pass", Move::Pass),
    ("accept", Move::Accept),
    ("resume", Move::Resume),
    ("resume-modified", Move::ResumeModified),
    ("dispute", Move::Dispute),
];

/// What stands before the intersection of a challenge pass.
const CHALLENGE: &str = "challenge:";

/// Whether a text has a meaning of its own in a list of moves, in capital or small letters: a move without an
/// intersection, or a player by his name, or one of the first three by its first letter. No intersection may be named
/// like that. (The letters of the others are left to graphs, whose points are often named a, b, ..., g; see
/// [`super::record`].)
pub fn is_word_of_moves(text: &str) -> bool {
    let same = |word: &str| text.eq_ignore_ascii_case(word);
    WORDS.iter().any(|(word, _)| same(word))
        || same(CHALLENGE.trim_end_matches(':'))
        || Player::COLOURS.iter().any(|player| same(player.name()))
        || Players::Three.all().iter().any(|player| same(&player.name()[..1]))
}

/// A text that is not a position or a move of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

/// The name of an intersection: its own if it has one, else `A1` at the bottom left.
pub fn point_name(board: &Board, point: u8) -> String {
    if let Some(vertices) = board.vertices() {
        return vertices[usize::from(point)].clone();
    }
    let (row, column) = (usize::from(point) / board.cols(), usize::from(point) % board.cols());
    format!("{}{}", column_name(column), board.rows() - row)
}

/// The name of a move: that of its intersection, a word such as `pass`, or a word and an intersection,
/// such as `challenge:A3`.
pub fn move_name(board: &Board, mv: Move) -> String {
    match mv {
        Move::Place(point) => point_name(board, point),
        Move::Challenge(point) => format!("{CHALLENGE}{}", point_name(board, point)),
        _ => WORDS.iter().find(|(_, word)| *word == mv).map_or("", |(name, _)| name).to_string(),
    }
}

/// Reads a move, in capital or small letters: `B2`, `pass`, `challenge:B2`. Whether the ruleset knows such a
/// move is not asked.
///
/// # Errors
/// Names the text and the range of coordinates of the board.
pub fn parse_move(board: &Board, text: &str) -> Result<Move, NotationError> {
    let lower = text.to_ascii_lowercase();
    if let Some((_, word)) = WORDS.iter().find(|(name, _)| *name == lower) {
        return Ok(*word);
    }
    let (name, naming): (&str, fn(u8) -> Move) = match lower.strip_prefix(CHALLENGE) {
        Some(name) => (name, Move::Challenge),
        None => (&lower, Move::Place),
    };
    let named = (0..board.points() as u8).find(|&point| point_name(board, point).eq_ignore_ascii_case(name));
    named.map(naming).ok_or_else(|| {
        let all = match board.vertices() {
            Some(vertices) => vertices.join(", "),
            None => {
                let without = if name.starts_with('i') { " (no column is called I)" } else { "" };
                format!("A1 to {}{}{without}", column_name(board.cols() - 1), board.rows())
            }
        };
        NotationError(format!("move {text:?}: expected pass or an intersection of the {board} board, {all}"))
    })
}

/// Reads a position of the board: its rows in one line, or a diagram as this program, GNU Go or Sensei's Library has it
/// (see [`parse_start`], which says whose turn a diagram says it is).
///
/// # Errors
/// Names what is wrong: the number of rows, the length of a row, a strange character, or a chain
/// without liberties.
pub fn parse_position(board: &Board, text: &str) -> Result<Position, NotationError> {
    Ok(parse_start(board, text)?.0)
}

/// Reads a position of the board, and whose turn it is, if a diagram has that: `White to move` in a line above it.
///
/// Rows stand in one line with `/` between them, or each in a line of its own. Spaces between the points, borders, the
/// names of columns and the numbers of rows are left out, where they fit the board.
///
/// # Errors
/// As those of [`parse_position`].
pub fn parse_start(board: &Board, text: &str) -> Result<(Position, Option<Player>), NotationError> {
    let error = |what: String| Err(NotationError(format!("position {}: {what}", quoted(text))));
    let name = board.to_string();
    let drawing = match board.is_laid_out() {
        true => drawing::rows(board.rows(), board.cols(), &name, text),
        false => drawing::list(&names(board), &name, text),
    };
    let Drawing { points, to_move } = match drawing {
        Ok(drawing) => drawing,
        Err(what) => return error(what),
    };
    let mut colours = Colours::default();
    for (point, player) in points.iter().enumerate() {
        if let Some(player) = player {
            colours[player.index()] |= 1u64 << point;
        }
    }
    let last = Player::COLOURS.into_iter().rfind(|player| colours[player.index()] != 0);
    if let Some(what) = last.and_then(|last| Players::with(last).refuse(board.points())) {
        return error(what);
    }
    let position = Position::of_colours(colours);
    if let Some(chain) = position.chain_without_liberties(board) {
        let point = point_name(board, chain.trailing_zeros() as u8);
        return error(format!("the chain at {point} has no liberty, expected every chain to have one"));
    }
    Ok((position, to_move))
}

/// A text for a message, shortened.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 80;
    let shown: String = text.chars().take(MOST).collect();
    let rest = if shown.len() < text.len() { "…" } else { "" };
    format!("{shown:?}{rest}")
}

fn names(board: &Board) -> Vec<String> {
    (0..board.points() as u8).map(|point| point_name(board, point)).collect()
}

/// The letter of an intersection in a diagram.
fn letter(position: &Position, point: u8) -> char {
    position.colour(point).map_or('.', Player::letter)
}

/// The position on one line, as [`parse_position`] reads it.
pub fn diagram_line(board: &Board, position: &Position) -> String {
    let row = |r: usize| -> String {
        (0..board.cols()).map(|c| letter(position, (r * board.cols() + c) as u8)).collect()
    };
    (0..board.rows()).map(row).collect::<Vec<_>>().join("/")
}

/// The position as a diagram with coordinates, each line ended; `last` stands in parentheses. A board that is not
/// laid out in rows is a list instead: of each point its name, what is on it, and its neighbours.
pub fn diagram(board: &Board, position: &Position, last: Option<u8>) -> String {
    if !board.is_laid_out() {
        return list(board, position, last);
    }
    let mut text = String::new();
    for r in 0..board.rows() {
        text.push_str(&format!("{:>3} ", board.rows() - r));
        for c in 0..board.cols() {
            let point = (r * board.cols() + c) as u8;
            let open = if last == Some(point) { '(' } else { ' ' };
            let closed_before = c > 0 && last == Some(point - 1);
            text.push(if closed_before { ')' } else { open });
            text.push(letter(position, point));
        }
        let closes = last == Some(((r + 1) * board.cols() - 1) as u8);
        text.push_str(if closes { ")\n" } else { "\n" });
    }
    let names: Vec<String> = (0..board.cols()).map(column_name).collect();
    text.push_str(&format!("     {}\n", names.join(" ")));
    text
}

fn list(board: &Board, position: &Position, last: Option<u8>) -> String {
    let names = names(board);
    let width = names.iter().map(String::len).max().unwrap_or_default();
    let mut text = String::new();
    for (point, name) in (0u8..).zip(&names) {
        let (open, close) = if last == Some(point) { ('(', ')') } else { (' ', ' ') };
        let neighbours: Vec<&str> =
            members(board.adjacent(1 << point)).map(|other| names[usize::from(other)].as_str()).collect();
        let letter = letter(position, point);
        let line = format!("  {name:<width$} {open}{letter}{close}  {}", neighbours.join(" "));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge_list;
    use proptest::prelude::*;

    #[test]
    fn coordinates_start_at_the_bottom_left_and_skip_i() {
        let board = Board::grid(2, 9).unwrap();
        assert_eq!(point_name(&board, 0), "A2");
        assert_eq!(point_name(&board, 8), "J2");
        assert_eq!(point_name(&board, 9), "A1");
        assert_eq!(parse_move(&board, "j1"), Ok(Move::Place(17)));
        assert!(parse_move(&board, "I1").is_err());
        assert!(parse_move(&board, "A3").is_err());
    }

    #[test]
    fn columns_beyond_z_have_two_letters() {
        let board = Board::grid(1, 64).unwrap();
        assert_eq!(point_name(&board, 24), "Z1");
        assert_eq!(point_name(&board, 25), "AA1");
        assert_eq!(point_name(&board, 63), "OOO1");
    }

    #[test]
    fn a_diagram_shows_the_last_stone_in_parentheses() {
        let board = Board::grid(2, 2).unwrap();
        let position = parse_position(&board, ".X/O.").unwrap();
        assert_eq!(diagram(&board, &position, Some(2)), "  2  . X\n  1 (O).\n     A B\n");
        assert_eq!(diagram(&board, &position, Some(1)), "  2  .(X)\n  1  O .\n     A B\n");
    }

    #[test]
    fn a_graph_is_a_list_of_points_and_its_moves_have_their_names() {
        let star = Board::parse("star:3").unwrap();
        let position = parse_position(&star, ".XO").unwrap();
        assert_eq!(diagram(&star, &position, Some(2)), "  A1  .   B1 C1\n  B1  X   A1\n  C1 (O)  A1\n");
        assert_eq!(diagram_line(&star, &position), ".XO");
        let torus = Board::parse("torus:2x2").unwrap();
        let position = parse_position(&torus, ".X/O.").unwrap();
        assert_eq!(diagram(&torus, &position, Some(2)), "  2  . X\n  1 (O).\n     A B\n");

        let file = edge_list::parse("fork", "Left stem\nstem 3\nfar").unwrap();
        let position = Position { stones: [1, 2] };
        assert_eq!(
            diagram(&file, &position, None),
            "  Left  X   stem\n  stem  O   Left 3\n  3     .   stem\n  far   .\n"
        );
        for (name, mv) in
            [("LEFT", Move::Place(0)), ("3", Move::Place(2)), ("challenge:Stem", Move::Challenge(1))]
        {
            assert_eq!(parse_move(&file, name), Ok(mv));
        }
        let said = parse_move(&file, "A1").unwrap_err().to_string();
        assert!(said.contains("of the graph:fork board, Left, stem, 3, far"), "{said}");
    }

    #[test]
    fn stones_of_six_players_have_their_letters() {
        let board = Board::grid(2, 4).unwrap();
        let position = parse_position(&board, "X.Rg/.yV.").unwrap();
        assert_eq!(diagram_line(&board, &position), "X.RG/.YV.");
        assert_eq!(diagram(&board, &position, Some(5)), "  2  X . R G\n  1  .(Y)V .\n     A B C D\n");
        let large = |rows: usize, cols: usize, letter: char| {
            let empty = vec![".".repeat(cols); rows].join("/");
            parse_position(&Board::grid(rows, cols).unwrap(), &empty.replacen('.', &letter.to_string(), 1))
        };
        let error = |rows, cols, letter| large(rows, cols, letter).unwrap_err().to_string();
        assert!(large(7, 9, 'R').is_ok() && large(1, 31, 'V').is_ok() && large(8, 8, 'O').is_ok());
        assert!(error(8, 8, 'R').contains("64 intersections, expected at most 63 with 3 players"));
        assert!(error(4, 8, 'Y').contains("32 intersections, expected at most 31 with 5 players"));
    }

    #[test]
    fn bad_positions_are_named() {
        let board = Board::grid(2, 2).unwrap();
        let error = |text: &str| parse_position(&board, text).unwrap_err().to_string();
        assert!(error("..").contains("1 rows, expected 2"));
        assert!(error("../...").contains("row 2 has 3 intersections, expected 2"));
        assert!(error("../.#").contains("strange character '#'"));
        assert!(error("XX/XX").contains("the chain at A2 has no liberty"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in "\\PC*", rows in 1usize..9, cols in 1usize..9) {
            let board = Board::grid(rows, cols).unwrap();
            let _ = Board::parse(&text);
            let _ = parse_move(&board, &text);
            let _ = parse_position(&board, &text);
        }

        #[test]
        fn a_position_survives_writing_and_reading(first: u64, second: u64, rows in 1usize..9, cols in 1usize..9) {
            let board = Board::grid(rows, cols).unwrap();
            // A board of 64 intersections has no room for a third colour.
            let second = if board.points() == 64 { second & !first } else { second };
            let position = Position { stones: [first & board.full(), second & board.full()] };
            let read = parse_position(&board, &diagram_line(&board, &position));
            match position.chain_without_liberties(&board) {
                None => prop_assert_eq!(read, Ok(position)),
                Some(_) => prop_assert!(read.is_err()),
            }
        }

        #[test]
        fn a_diagram_that_is_printed_is_read(first: u64, second: u64, rows in 1usize..9, cols in 1usize..9, last in 0u8..64, graph: bool) {
            let board = if graph { Board::parse(&format!("cycle:{}", rows + 2)).unwrap() } else { Board::grid(rows, cols).unwrap() };
            let (first, second) = (first & board.full(), second & board.full() & !first);
            let position = Position { stones: [first, second] };
            let last = Some(last).filter(|last| (first | second) >> last & 1 == 1);
            prop_assume!(position.chain_without_liberties(&board).is_none());
            let drawn = diagram(&board, &position, last);
            prop_assert_eq!(parse_start(&board, &drawn), Ok((position, None)));
            let told = format!("{board} psk, White to move\n\n{drawn}\n");
            prop_assert_eq!(parse_start(&board, &told), Ok((position, Some(Player::White))));
        }

        #[test]
        fn a_move_survives_writing_and_reading(rows in 1usize..9, cols in 1usize..9, point: u8) {
            let board = Board::grid(rows, cols).unwrap();
            let point = point % board.points() as u8;
            let worded = [Move::Pass, Move::Accept, Move::Resume, Move::ResumeModified, Move::Dispute];
            let named = [Move::Place(point), Move::Challenge(point)];
            for mv in worded.into_iter().chain(named) {
                prop_assert_eq!(parse_move(&board, &move_name(&board, mv)), Ok(mv));
            }
        }
    }
}
