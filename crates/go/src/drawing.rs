//! Positions as people have them: rows in one line, and diagrams with new lines, spaces,
//! coordinates and borders.
//!
//! A diagram is read where it can mean one position only. Whatever else stands in it is refused:
//! coordinates that do not fit the board, a number on a point, text. What is taken, line by line:
//!
//! * a row: its points, with or without spaces between them, the number of the row and a border
//!   (`|`) on either side; the last stone in parentheses, as this program prints it, or with one
//!   after it, as Pachi does;
//! * the letters of the columns, and borders such as `+---+`; empty lines;
//! * what GNU Go prints after a row (`WHITE (O) has captured 0 stones`), its star points (`+`), and
//!   the `=` of a reply;
//! * a first line that ends in `Black to move` or the like;
//! * a diagram of Sensei's Library, whose lines begin with `$$`, with all four borders and no
//!   numbers on it. Its marked stones and points are stones and empty points there.

use crate::player::Player;

/// A position that was read: the player on each point, row by row, and whose turn it is, if it is
/// said.
#[derive(Debug, PartialEq, Eq)]
pub struct Drawing {
    pub points: Vec<Option<Player>>,
    pub to_move: Option<Player>,
}

/// The letter of a column: A, B, ... without I; after Z come AA, AB, ... as KataGo has it.
pub fn column_name(column: usize) -> String {
    let letters = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let letter = |index: usize| char::from(letters[index]);
    match column / letters.len() {
        0 => letter(column).to_string(),
        further => [letter(further - 1), letter(column % letters.len())].iter().collect(),
    }
}

/// Letters that stand for a point, with who is on it.
type Alphabet = fn(char) -> Option<Option<Player>>;

const EXPECTED: &str = "expected X for Black, O for White, . for an empty intersection, or R, G, Y or V for Red, Green, Yellow or Violet where so many play";

fn letter(letter: char) -> Option<Option<Player>> {
    match letter {
        '.' | '+' => Some(None),
        _ => Player::COLOURS.into_iter().find(|p| p.letter().eq_ignore_ascii_case(&letter)).map(Some),
    }
}

/// The letters of Sensei's Library: stones with a circle, a square, a triangle and a cross, and the
/// same on points.
fn sensei_letter(letter: char) -> Option<Option<Player>> {
    match letter {
        'X' | 'B' | '#' | 'Y' | 'Z' => Some(Some(Player::Black)),
        'O' | 'W' | '@' | 'Q' | 'P' => Some(Some(Player::White)),
        '.' | ',' | 'C' | 'S' | 'T' | 'M' => Some(None),
        // A label on an empty point. Two of them would be stones elsewhere.
        'a'..='z' if !matches!(letter, 'x' | 'o') => Some(None),
        _ => None,
    }
}

/// The lines of a text, without white space at their ends.
fn lines(text: &str) -> Vec<&str> {
    text.split('\n').map(str::trim).collect()
}

/// Reads a position of a board of rows and columns.
///
/// # Errors
/// What is wrong, and what was expected.
pub fn rows(rows: usize, cols: usize, board: &str, text: &str) -> Result<Drawing, String> {
    let mut lines = lines(text);
    if let Some(first) = lines.first_mut().filter(|first| first.starts_with('=')) {
        *first = first[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    }
    let mut lines: Vec<(usize, &str)> = (1..).zip(lines).filter(|(_, line)| !line.is_empty()).collect();
    if lines.iter().any(|(_, line)| line.starts_with("$$")) {
        return sensei(rows, cols, &lines);
    }
    if let [(_, line)] = lines[..] {
        return one_line(rows, cols, board, line);
    }
    if lines.is_empty() {
        return one_line(rows, cols, board, "");
    }
    let mut to_move = None;
    if let Some(player) = lines.first().and_then(|(_, line)| whose_turn(line)) {
        to_move = Some(player);
        lines.remove(0);
    }
    let mut drawn: Vec<(usize, &str)> = Vec::new();
    // A border or the names of columns after a row: no more rows may come.
    let mut below = None;
    for (number, line) in lines {
        let named = columns(line);
        if let Some(columns) = named.filter(|columns| *columns != cols) {
            return Err(format!(
                "line {number} names {columns} columns, expected {cols} for the {board} board"
            ));
        }
        if named.is_some() || is_border(line) {
            below = Some(number).filter(|_| !drawn.is_empty());
        } else if let Some(below) = below {
            return Err(format!("line {below} is a border, expected rows without one between them"));
        } else {
            drawn.push((number, line));
        }
    }
    if drawn.len() != rows {
        let has_text = |(_, line): &&(usize, &str)| {
            without_captures(line).contains(|c: char| c.is_alphabetic() && letter(c).is_none())
        };
        if let Some((number, line)) = drawn.iter().find(has_text) {
            let what = "expected rows of points, which may have borders and coordinates";
            return Err(format!("line {number}, {line:?}: {what}"));
        }
        return Err(format!("{} rows, expected {rows} for the {board} board", drawn.len()));
    }
    let mut points = Vec::new();
    for (row, (number, line)) in drawn.into_iter().enumerate() {
        // Rows that are one line elsewhere may be wrapped.
        let line = line.strip_suffix('/').unwrap_or(line);
        points.extend(
            numbered_row(rows - row, row + 1, cols, line).map_err(|what| format!("line {number}: {what}"))?,
        );
    }
    Ok(Drawing { points, to_move })
}

/// Rows with `/` or `|` between them.
fn one_line(rows: usize, cols: usize, board: &str, line: &str) -> Result<Drawing, String> {
    let parts: Vec<&str> = line.split(['/', '|']).collect();
    // One row, which may have borders and its number.
    if rows == 1 && !line.contains('/') && (parts.len() == 1 || parts.len() == 3) {
        let points = numbered_row(1, 1, cols, line)?;
        return Ok(Drawing { points, to_move: None });
    }
    if parts.len() != rows {
        return Err(format!("{} rows, expected {rows} for the {board} board", parts.len()));
    }
    let mut points = Vec::new();
    for (row, part) in parts.into_iter().enumerate() {
        points.extend(plain_row(row + 1, cols, part, letter)?);
    }
    Ok(Drawing { points, to_move: None })
}

/// The points of a row, with nothing else but spaces and the parentheses of the last stone.
fn plain_row(row: usize, cols: usize, text: &str, read: Alphabet) -> Result<Vec<Option<Player>>, String> {
    let letters = without_marks(text)?;
    let width = letters.len();
    // A row of the right length is refused for its first letter that is none of a diagram, any
    // other for its length.
    if width != cols {
        return Err(format!("row {row} has {width} intersections, expected {cols}"));
    }
    let point = |letter: char| match read(letter) {
        Some(point) => Ok(point),
        None if letter.is_ascii_digit() => Err(format!(
            "a number stands on a point of row {row}, expected stones and empty points (moves are given by themselves)"
        )),
        None => Err(format!("unexpected character {letter:?}, {EXPECTED}")),
    };
    letters.into_iter().map(point).collect()
}

/// The letters of a row without white space, and without parentheses around one or after it.
fn without_marks(text: &str) -> Result<Vec<char>, String> {
    let wrong = || Err("parentheses, expected one stone between them".to_string());
    let mut letters = Vec::new();
    // Where a parenthesis is open, the number of letters when it was opened.
    let mut open = None;
    for letter in text.chars() {
        match (letter, open) {
            ('(', None) => open = Some(letters.len()),
            (')', Some(from)) if letters.len() == from + 1 => open = None,
            (')', None) if !letters.is_empty() => {}
            ('(' | ')', _) => return wrong(),
            _ if letter.is_whitespace() => {}
            _ => letters.push(letter),
        }
    }
    if open.is_some() { wrong() } else { Ok(letters) }
}

/// A row of a diagram, which may have its number and a border on either side.
fn numbered_row(label: usize, row: usize, cols: usize, line: &str) -> Result<Vec<Option<Player>>, String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let line = without_captures(line);
    let after = line.trim_start_matches(is_digit);
    let rest = after.trim_end_matches(is_digit);
    for number in [&line[..line.len() - after.len()], &after[rest.len()..]] {
        if !number.is_empty() && number.parse() != Ok(label) {
            let expected = format!("expected {label}, as rows are numbered from the bottom");
            return Err(format!("row {row} is numbered {number}, {expected}"));
        }
    }
    let borders = ['|', '│', '║'];
    let rest = rest.trim();
    let rest = rest.strip_prefix(borders).unwrap_or(rest);
    let rest = rest.strip_suffix(borders).unwrap_or(rest);
    if rest.contains('/') || rest.contains(borders) {
        return Err(format!("{rest:?}: expected one row in each line"));
    }
    plain_row(row, cols, rest, letter)
}

/// A row without what GNU Go prints after it.
fn without_captures(line: &str) -> &str {
    let before = line.find("WHITE (O) has captured").or_else(|| line.find("BLACK (X) has captured"));
    before.map_or(line, |before| line[..before].trim_end())
}

/// Whether a line is a border: dashes, with corners and marks of coordinates.
fn is_border(line: &str) -> bool {
    let dash = |c: char| matches!(c, '-' | '─' | '═');
    let corner = |c: char| matches!(c, '+' | '|' | '=' | '─'..='╿');
    line.contains(dash) && line.chars().all(|c| c.is_whitespace() || dash(c) || corner(c))
}

/// The number of columns that a line names, if it names all from A on and nothing else.
fn columns(line: &str) -> Option<usize> {
    let words: Vec<String> = match line.contains(char::is_whitespace) {
        true => line.split_whitespace().map(str::to_ascii_uppercase).collect(),
        false => line.chars().map(|letter| letter.to_ascii_uppercase().to_string()).collect(),
    };
    let named = (0..).map(column_name);
    words.iter().zip(named).all(|(word, name)| *word == name).then_some(words.len())
}

/// The player of a line that ends with whose turn it is, such as `2x2 psk, White to move`.
fn whose_turn(line: &str) -> Option<Player> {
    let line = line.strip_suffix(" to move")?;
    let name = line.rsplit([' ', ',']).next()?;
    Player::COLOURS.into_iter().find(|player| player.name().eq_ignore_ascii_case(name))
}

/// A diagram of Sensei's Library.
fn sensei(rows: usize, cols: usize, lines: &[(usize, &str)]) -> Result<Drawing, String> {
    let mut to_move = None;
    let (mut borders, mut points, mut drawn) = (Vec::new(), Vec::new(), 0);
    for (place, (number, line)) in lines.iter().enumerate() {
        let error = |what: String| Err(format!("line {number}: {what}"));
        let Some(rest) = line.strip_prefix("$$") else {
            return error("expected $$ before each line of a diagram of Sensei's Library".to_string());
        };
        let text = rest.trim();
        let is_row = text.starts_with('|');
        if is_border(text) && !is_row {
            borders.push(drawn);
        } else if is_row {
            let Some(inner) = text.strip_prefix('|').and_then(|text| text.trim_end().strip_suffix('|'))
            else {
                return error("a row without a border on the right, expected the whole board".to_string());
            };
            drawn += 1;
            points.extend(
                plain_row(drawn, cols, inner, sensei_letter)
                    .map_err(|what| format!("line {number}: {what}"))?,
            );
        } else if place == 0 {
            // $$B, $$W, $$Wc5, or a title alone: whose the odd moves are, which is Black for most
            // diagrams without moves.
            to_move = rest.starts_with('W').then_some(Player::White);
        } else if !text.is_empty() && !text.starts_with(['[', '{']) {
            return error("expected a row between borders, such as $$ | . X |".to_string());
        }
    }
    if drawn != rows {
        return Err(format!("{drawn} rows, expected {rows}"));
    }
    if borders != [0, rows] {
        return Err("expected a border above and one below, as the board goes on without them".to_string());
    }
    Ok(Drawing { points, to_move })
}

/// Reads a position of a board that is drawn as a list of its points: one letter for each in their
/// order, or, line by line, the name of a point, what is on it, and its neighbours, which are not
/// looked at.
///
/// # Errors
/// What is wrong, and what was expected.
pub fn list(names: &[String], board: &str, text: &str) -> Result<Drawing, String> {
    let mut lines: Vec<&str> = lines(text).into_iter().filter(|line| !line.is_empty()).collect();
    let mut to_move = None;
    if lines.len() > 1
        && let Some(player) = whose_turn(lines[0])
    {
        to_move = Some(player);
        lines.remove(0);
    }
    let listed =
        lines.len() == names.len() && lines.iter().all(|line| line.split_whitespace().nth(1).is_some());
    if !listed {
        if lines.iter().any(|line| line.contains(['/', '|'])) {
            let rows = lines.join("/").split(['/', '|']).count();
            return Err(format!("{rows} rows, expected 1 for the {board} board"));
        }
        return Ok(Drawing { points: plain_row(1, names.len(), &lines.concat(), letter)?, to_move });
    }
    let mut points = Vec::new();
    for (line, name) in lines.iter().zip(names) {
        let mut words = line.splitn(2, char::is_whitespace);
        let first = words.next().unwrap_or_default();
        if !first.eq_ignore_ascii_case(name) {
            return Err(format!(
                "point {first:?}, expected {name}, as the points of the {board} board are listed"
            ));
        }
        let stone = words.next().unwrap_or_default().trim_start();
        let end = stone.char_indices().find(|(_, c)| c.is_whitespace()).map_or(stone.len(), |(at, _)| at);
        points.extend(plain_row(1, 1, &stone[..end], letter)?);
    }
    Ok(Drawing { points, to_move })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a drawing in one line, and whose turn it is.
    fn read(board: (usize, usize), text: &str) -> Result<(String, Option<Player>), String> {
        let drawing = rows(board.0, board.1, "given", text)?;
        let letter = |point: &Option<Player>| point.map_or('.', Player::letter);
        let rows: Vec<String> =
            drawing.points.chunks(board.1).map(|row| row.iter().map(letter).collect()).collect();
        Ok((rows.join("/"), drawing.to_move))
    }

    const SENSEI: &str =
        "$$W A corner\n$$  -------\n$$ | B a O |\n$$ | . , # |\n$$  -------\n$$ [a|SomePage]";

    #[test]
    fn diagrams_that_people_have_are_read() {
        for text in [
            "X.O/..X",
            "X.O|..X",
            " X . O / . . X ",
            "x.o\n..x",
            "X.O\r\n..X\r\n",
            "\nX . O\n\n. . X\n\n",
            "X.O/\n..X",
            "  2  X . O\n  1  . .(X)\n     A B C\n",
            "   A B C\n 2 X . O 2     WHITE (O) has captured 0 stones\n 1 . + X 1     BLACK (X) has captured 10 stones\n   A B C",
            "= \n   A B C\n 2 X . O 2\n 1 . . X 1\n   A B C\n",
            "=12 X . O\n. . X",
            "+-----+\n|X . O|\n|. . X|\n+-----+",
            "    A B C\n  +-------+\n2 | X . O |\n1 | . . X)|",
            "┌───────┐\n│ X . O │\n│ . . X │\n└───────┘",
            "abc\nX.O\n..X",
        ] {
            assert_eq!(read((2, 3), text), Ok(("X.O/..X".to_string(), None)), "{text}");
        }
        assert_eq!(read((2, 3), SENSEI), Ok(("X.O/..X".to_string(), Some(Player::White))));
        for text in ["X.", "| X . |", "1 X .", "  1 (X).\n     A B", "1 | X . | 1"] {
            assert_eq!(read((1, 2), text).map(|read| read.0), Ok("X.".to_string()), "{text}");
        }
        let whole = "2x2 psk after move 6, B1, black to move\n  2  X .\n  1  .(O)\n     A B";
        assert_eq!(read((2, 2), whole), Ok(("X./.O".to_string(), Some(Player::Black))));
    }

    #[test]
    fn what_can_mean_another_position_is_refused() {
        for (text, expected) in [
            ("X.O\n...\n..X", "3 rows, expected 2"),
            ("X.O", "1 rows, expected 2"),
            ("X.O\n..XX", "line 2: row 2 has 4 intersections, expected 3"),
            ("X O\n. . X", "line 1: row 1 has 2 intersections"),
            ("1 X . O\n2 . . X", "line 1: row 1 is numbered 1, expected 2"),
            ("2 X . O 2\n1 . . X 2", "line 2: row 2 is numbered 2, expected 1"),
            ("A B\nX . O\n. . X", "line 1 names 2 columns, expected 3"),
            ("B C D\nX . O\n. . X", "line 1, \"B C D\": expected rows of points"),
            ("X . O\n-----\n. . X", "line 2 is a border, expected rows without one"),
            ("X . O\n. 1 X", "line 2: a number stands on a point of row 2"),
            ("X . O\n. - X", "line 2: unexpected character '-'"),
            ("X . O\n. ? X", "line 2: unexpected character '?'"),
            ("X.O/...\n..X/...", "line 1: \"X.O/...\": expected one row in each line"),
            ("X (. O)\n. . X", "line 1: parentheses, expected one stone between them"),
            ("White to move\nX.O\n..X\nhello", "line 4, \"hello\": expected rows"),
            ("$$ | X . O |\n$$ | . . X |", "expected a border above and one below"),
            ("$$ -----\n$$ | X . O\n$$ | . . X |\n$$ -----", "line 2: a row without a border on the right"),
            ("$$ -----\n$$ | X 1 O |\n$$ | . . X |\n$$ -----", "line 2: a number stands on a point of row 1"),
            ("$$ -----\n$$ | X x O |\n$$ | . . X |\n$$ -----", "line 2: unexpected character 'x'"),
            ("$$ -----\nX . O\n$$ -----", "line 2: expected $$ before each line"),
        ] {
            let said = read((2, 3), text).unwrap_err();
            assert!(said.starts_with(expected), "{text:?}: {said}");
        }
    }

    #[test]
    fn a_graph_is_a_list_of_its_points() {
        let names = ["A1", "B1", "C1"].map(str::to_string);
        let read = |text: &str| {
            let drawing = list(&names, "star:2", text)?;
            Ok::<String, String>(drawing.points.iter().map(|p| p.map_or('.', Player::letter)).collect())
        };
        for text in [".XO", ". X O", ".\nX\nO", "  A1  .   B1 C1\n  B1  X   A1\n  C1 (O)  A1\n"] {
            assert_eq!(read(text).as_deref(), Ok(".XO"), "{text}");
        }
        for (text, expected) in [
            ("A1 .\nC1 X\nB1 O", "point \"C1\", expected B1"),
            (".X", "row 1 has 2 intersections, expected 3"),
            (".X/O", "2 rows, expected 1"),
        ] {
            assert!(read(text).unwrap_err().starts_with(expected), "{text}: {:?}", read(text));
        }
    }
}
