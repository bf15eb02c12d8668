//! Notation: the texts of positions, moves and records of games.
//!
//! Coordinates are those that players use: a letter for the column from the left (no I), a number
//! for the row from the bottom. A position is its rows from the top, `/` (or `|`) between them, `X`
//! Black, `O` White, `.` empty, and `R` Red, `G` Green, `Y` Yellow and `V` Violet where more than
//! two play. A graph without rows has its points in one: A1, B1, ..., or by the names that they
//! have; it is drawn as a list of its points with their neighbours.

use std::fmt;

use crate::bits::{Point, PointSet, members};
use crate::board::Board;
use crate::drawing::{self, Drawing, column_name};
use crate::player::{CHALLENGE, Move, Player, Players, words};
use crate::position::{Colours, Position};

/// Error in the text of a position or move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationError(String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotationError {}

/// The name of an intersection: its own if it has one, else `A1` at the bottom left.
pub fn point_name<S: PointSet>(board: &Board<S>, point: S::Point) -> String {
    if let Some(vertices) = board.vertices() {
        return vertices[point.index()].clone();
    }
    let (row, column) = (point.index() / board.cols(), point.index() % board.cols());
    format!("{}{}", column_name(column), board.rows() - row)
}

/// The name of a move: that of its intersection, a word such as `pass`, or a word and an
/// intersection, such as `challenge:A3`.
pub fn move_name<S: PointSet>(board: &Board<S>, mv: Move<S::Point>) -> String {
    match mv {
        Move::Place(point) => point_name(board, point),
        Move::Challenge(point) => format!("{CHALLENGE}{}", point_name(board, point)),
        _ => words().iter().find(|(_, word)| *word == mv).map_or("", |(name, _)| name).to_string(),
    }
}

/// Reads a move, in capital or small letters: `B2`, `pass`, `challenge:B2`. Whether the ruleset
/// knows such a move is not asked.
///
/// # Errors
/// Names the text and the range of coordinates of the board.
pub fn parse_move<S: PointSet>(board: &Board<S>, text: &str) -> Result<Move<S::Point>, NotationError> {
    let lower = text.to_ascii_lowercase();
    if let Some((_, word)) = words().into_iter().find(|(name, _)| *name == lower) {
        return Ok(word);
    }
    let (name, challenge) = match lower.strip_prefix(CHALLENGE) {
        Some(name) => (name, true),
        None => (lower.as_str(), false),
    };
    let naming = |point| if challenge { Move::Challenge(point) } else { Move::Place(point) };
    let named = board.all().find(|&point| point_name(board, point).eq_ignore_ascii_case(name));
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

/// Reads a position of the board: its rows in one line, or a diagram as this program, GNU Go or
/// Sensei's Library has it (see [`parse_start`], which says whose turn a diagram says it is).
///
/// # Errors
/// Names what is wrong: the number of rows, the length of a row, an unexpected character, or a chain
/// without liberties.
pub fn parse_position<S: PointSet>(board: &Board<S>, text: &str) -> Result<Position<S>, NotationError> {
    Ok(parse_start(board, text)?.0)
}

/// Reads a position of the board, and whose turn it is, if a diagram has that: `White to move` in a
/// line above it.
///
/// Rows stand in one line with `/` between them, or each in a line of its own. Spaces between the
/// points, borders, the names of columns and the numbers of rows are left out, where they fit the
/// board.
///
/// # Errors
/// As those of [`parse_position`].
pub fn parse_start<S: PointSet>(
    board: &Board<S>,
    text: &str,
) -> Result<(Position<S>, Option<Player>), NotationError> {
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
    let mut colours = Colours::<S>::default();
    for (point, player) in board.all().zip(&points) {
        if let Some(player) = player {
            colours[player.index()] |= S::of(point);
        }
    }
    let last = Player::COLOURS.into_iter().rfind(|player| !colours[player.index()].is_empty());
    if let Some(what) = last.and_then(|last| Players::with(last).refuse_in(S::BITS, board.points())) {
        return error(what);
    }
    let position = Position::of_colours(colours);
    if let Some(chain) = position.chain_without_liberties(board) {
        let point = point_name(board, chain.lowest_point());
        return error(format!("the chain at {point} has no liberty, expected every chain to have one"));
    }
    Ok((position, to_move))
}

/// A text for a message, shortened.
pub fn quoted(text: &str) -> String {
    const MAX: usize = 80;
    let shown: String = text.chars().take(MAX).collect();
    let rest = if shown.len() < text.len() { "…" } else { "" };
    format!("{shown:?}{rest}")
}

fn names<S: PointSet>(board: &Board<S>) -> Vec<String> {
    board.all().map(|point| point_name(board, point)).collect()
}

/// The letter of an intersection in a diagram.
fn letter<S: PointSet>(position: &Position<S>, point: S::Point) -> char {
    position.colour(point).map_or('.', Player::letter)
}

/// The position on one line, as [`parse_position`] reads it.
pub fn diagram_line<S: PointSet>(board: &Board<S>, position: &Position<S>) -> String {
    let row = |r: usize| -> String {
        (0..board.cols()).map(|c| letter(position, S::Point::of(r * board.cols() + c))).collect()
    };
    (0..board.rows()).map(row).collect::<Vec<_>>().join("/")
}

/// The position as a diagram with coordinates, each line ended; `last` stands in parentheses. A
/// board that is not laid out in rows is a list instead: of each point its name, what is on it, and
/// its neighbours.
pub fn diagram<S: PointSet>(board: &Board<S>, position: &Position<S>, last: Option<S::Point>) -> String {
    if !board.is_laid_out() {
        return list(board, position, last);
    }
    let mut text = String::new();
    let last_at = |index: usize| last.is_some_and(|last| last.index() == index);
    for r in 0..board.rows() {
        text.push_str(&format!("{:>3} ", board.rows() - r));
        for c in 0..board.cols() {
            let index = r * board.cols() + c;
            let open = if last_at(index) { '(' } else { ' ' };
            let closed_before = c > 0 && last_at(index - 1);
            text.push(if closed_before { ')' } else { open });
            text.push(letter(position, S::Point::of(index)));
        }
        let closes = last_at((r + 1) * board.cols() - 1);
        text.push_str(if closes { ")\n" } else { "\n" });
    }
    let names: Vec<String> = (0..board.cols()).map(column_name).collect();
    text.push_str(&format!("     {}\n", names.join(" ")));
    text
}

fn list<S: PointSet>(board: &Board<S>, position: &Position<S>, last: Option<S::Point>) -> String {
    let names = names(board);
    let width = names.iter().map(String::len).max().unwrap_or_default();
    let mut text = String::new();
    for (point, name) in board.all().zip(&names) {
        let (open, close) = if last == Some(point) { ('(', ')') } else { (' ', ' ') };
        let neighbours: Vec<&str> =
            members(board.adjacent(S::of(point))).map(|other| names[other.index()].as_str()).collect();
        let letter = letter(position, point);
        let line = format!("  {name:<width$} {open}{letter}{close}  {}", neighbours.join(" "));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

// --- Records of games: their moves as a text ---

/// Error in a record of moves. The message is one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the line, from 1; `None` at the end of the text.
    line: Option<usize>,
    what: String,
}

impl RecordError {
    /// The message, with the number of the line if the text has more than one.
    pub fn in_a_text_of(&self, text: &str) -> String {
        match self.line {
            Some(line) if text.lines().nth(1).is_some() => format!("line {line}: {}", self.what),
            _ => self.what.clone(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "record, line {line}: {}", self.what),
            None => write!(f, "record, at its end: {}", self.what),
        }
    }
}

impl std::error::Error for RecordError {}

/// Reads a record of moves, `mover` moving first and `players` in turn.
///
/// `#` starts a comment, up to the end of its line. The rest is moves with white space or commas
/// between them. A move is `[NUMBER.] [COLOUR] COORDINATE`, for example `B2`, `pass`, `W pass`,
/// `3. B2`, `3.B2` or `3. Black B2`, in capital or small letters. The colour is the name of a
/// player or its first letter: `B`, `W`, `Black` or `White`, and where more play `R` to `Violet`.
/// (A letter that is the name of an intersection, which `G`, `Y` and `V` may be, stands for the
/// intersection.) Number and colour may be left out, and must be those of the move if they are
/// given. Whether the moves are legal is not asked.
///
/// # Errors
/// [`RecordError`] names the line, the word and what was expected.
pub fn parse_record<S: PointSet>(
    board: &Board<S>,
    text: &str,
    mover: Player,
    players: Players,
) -> Result<Vec<Move<S::Point>>, RecordError> {
    let (mut moves, mut player) = (Vec::new(), mover);
    // The last word that a move must follow, if any, and whether it was a colour.
    let mut open: Option<(String, bool)> = None;
    for (line, content) in text.lines().enumerate() {
        let content = content.split('#').next().unwrap_or_default();
        let words = content.split(|c: char| c.is_whitespace() || c == ',');
        for word in words.filter(|word| !word.is_empty()) {
            let number = moves.len() + 1;
            let error = |what: String| Err(RecordError { line: Some(line + 1), what });
            let mut rest = word;
            if let Some((digits, after)) = word.split_once('.')
                && digits.bytes().all(|byte| byte.is_ascii_digit())
                && open.is_none()
            {
                if digits != number.to_string() {
                    return error(format!("{word:?}: expected {number}., the number of the next move"));
                }
                open = Some((word.to_string(), false));
                rest = after;
            }
            if rest.is_empty() {
                continue;
            }
            if let Some(colour) = colour(board, rest, players)
                && !matches!(open, Some((_, true)))
            {
                if colour != player {
                    return error(format!(
                        "{rest:?}: expected {}, whose turn it is at move {number}",
                        player.name()
                    ));
                }
                open = Some((rest.to_string(), true));
                continue;
            }
            match parse_move(board, rest) {
                Ok(mv) => {
                    moves.push(mv);
                    player = players.next(player);
                }
                Err(what) => return error(what.to_string()),
            }
            open = None;
        }
    }
    match open {
        Some((word, _)) => Err(RecordError { line: None, what: format!("expected a move after {word:?}") }),
        None => Ok(moves),
    }
}

fn colour<S>(board: &Board<S>, word: &str, players: Players) -> Option<Player>
where
    S: PointSet,
{
    let same = |name: &str| word.eq_ignore_ascii_case(name);
    let named = || board.vertices().is_some_and(|names| names.iter().any(|name| same(name)));
    players.all().iter().copied().find(|player| same(player.name()) || same(&player.name()[..1]) && !named())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_edges;
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
        // Columns beyond Z have two letters, as KataGo writes them.
        let board = Board::grid(1, 64).unwrap();
        assert_eq!([24, 25, 63].map(|point| point_name(&board, point)), ["Z1", "AA1", "BO1"]);
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

        let file = parse_edges("fork", "Left stem\nstem 3\nfar").unwrap();
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
        assert!(error("../.#").contains("unexpected character '#'"));
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
            let text = format!("{board} psk, White to move\n\n{drawn}\n");
            prop_assert_eq!(parse_start(&board, &text), Ok((position, Some(Player::White))));
        }

        #[test]
        fn a_move_survives_writing_and_reading(rows in 1usize..9, cols in 1usize..9, point: u8) {
            let board = Board::grid(rows, cols).unwrap();
            let point = point % board.points() as u8;
            for mv in words().map(|(_, mv)| mv).into_iter().chain([Move::Place(point), Move::Challenge(point)]) {
                prop_assert_eq!(parse_move(&board, &move_name(&board, mv)), Ok(mv));
            }
        }
    }

    fn read(text: &str) -> Result<Vec<Move>, String> {
        parse_record(&Board::grid(1, 2).unwrap(), text, Player::Black, Players::Two)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_colours_and_comments_may_be_there_or_not() {
        let moves = vec![Move::Place(0), Move::Place(1), Move::Pass];
        let texts = [
            "A1 B1 pass",
            "1. A1 2. B1 3. pass",
            "1.A1 2.B1\t3.Pass",
            "B A1 W B1 B pass",
            "a1,b1, pass",
            "1. Black a1\n2. white b1 # one stone\n\n# nothing here: Z9\n3.B\nPASS#",
        ];
        for text in texts {
            assert_eq!(read(text), Ok(moves.clone()), "{text:?}");
        }
        assert_eq!(read(" # nothing"), Ok(Vec::new()));
    }

    #[test]
    fn the_first_mover_decides_whose_turn_it_is() {
        let board = Board::grid(1, 2).unwrap();
        assert!(parse_record(&board, "W A1 B B1", Player::White, Players::Two).is_ok());
        assert!(parse_record(&board, "B A1 W B1", Player::White, Players::Two).is_err());
    }

    #[test]
    fn a_letter_is_a_colour_unless_it_is_an_intersection() {
        let moves = [Move::Place(0), Move::Place(1), Move::Pass, Move::Place(2)].to_vec();
        let read = |board: &Board, text: &str| parse_record(board, text, Player::Black, Players::Four).ok();
        let grid = Board::grid(1, 3).unwrap();
        for text in ["B A1 W B1 R pass G C1", "1. a1 2. b1 red pass 4. GREEN c1"] {
            assert_eq!(read(&grid, text), Some(moves.clone()), "{text:?}");
        }
        assert_eq!(read(&grid, "A1 G B1"), None, "it is White's turn");
        let graph = crate::board::parse_edges("letters", "e f\nf g").unwrap();
        for text in ["e f pass g", "B e W f R pass Green G"] {
            assert_eq!(read(&graph, text), Some(moves.clone()), "{text:?}");
        }
    }

    #[test]
    fn errors_name_the_line_the_word_and_what_was_expected() {
        let cases = [
            (
                "A1\nZ9",
                "record, line 2: move \"Z9\": expected pass or an intersection of the 1x2 board, A1 to B1",
            ),
            ("1. A1 3. B1", "record, line 1: \"3.\": expected 2., the number of the next move"),
            ("A1 B B1", "record, line 1: \"B\": expected White, whose turn it is at move 2"),
            ("A1 2.", "record, at its end: expected a move after \"2.\""),
            ("1. black", "record, at its end: expected a move after \"black\""),
            (
                "B 1. A1",
                "record, line 1: move \"1.\": expected pass or an intersection of the 1x2 board, A1 to B1",
            ),
            (".A1", "record, line 1: \".A1\": expected 1., the number of the next move"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), Err(expected.to_string()), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_with_one_line(text in any::<String>(), rows in 1usize..9, cols in 1usize..9) {
            let board = Board::grid(rows, cols).unwrap();
            if let Err(error) = parse_record(&board, &text, Player::White, Players::Two) {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }

        #[test]
        fn near_records_are_read_or_refused_with_one_line(text in "([BWbw12a.#\n ]|pass|black|B1|3\\.){0,12}") {
            let board = Board::grid(2, 2).unwrap();
            if let Err(error) = parse_record(&board, &text, Player::Black, Players::Two) {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }

        #[test]
        fn a_record_survives_writing_and_reading(places in proptest::collection::vec(0u8..7, 0..30)) {
            let board = Board::grid(2, 3).unwrap();
            let moves: Vec<Move> =
                places.into_iter().map(|place| if place < 6 { Move::Place(place) } else { Move::Pass }).collect();
            let mut text = String::new();
            for (made, mv) in moves.iter().enumerate() {
                let player = Player::ALL[made % 2].name();
                text.push_str(&format!("{}. {player} {}\n", made + 1, move_name(&board, *mv)));
            }
            prop_assert_eq!(parse_record(&board, &text, Player::Black, Players::Two), Ok(moves));
        }
    }
}
