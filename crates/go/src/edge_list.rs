//! A board as a text: its edges, one a line.
//!
//! A line has the names of two vertices with white space or a comma between them, an edge, or one name alone,
//! which makes a vertex without an edge or fixes the order: vertices are numbered in the order in which they
//! are first named. `#` starts a comment. An edge that is given twice is one edge.

use std::fmt;

use super::board::{Board, MAX_POINTS};
use super::notation::is_word_of_moves;

/// The longest name of a vertex.
const LONGEST: usize = 16;

/// A text that is not a graph. The message is one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeListError(String);

impl fmt::Display for EdgeListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EdgeListError {}

/// Reads a graph; the board will be named `graph:NAME`.
///
/// # Errors
/// [`EdgeListError`] names the line and what was expected.
pub fn parse(name: &str, text: &str) -> Result<Board, EdgeListError> {
    let mut vertices: Vec<String> = Vec::new();
    let mut edges = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let error = |what: String| EdgeListError(format!("line {}: {what}", line + 1));
        let content = content.split('#').next().unwrap_or_default();
        let mut ends = Vec::new();
        for word in content.split([',', ' ', '\t', '\r']).filter(|word| !word.is_empty()) {
            check_name(word).map_err(error)?;
            let known = vertices.iter().position(|vertex| vertex.eq_ignore_ascii_case(word));
            if let Some(place) = known
                && vertices[place] != word
            {
                let other = &vertices[place];
                return Err(error(format!(
                    "vertex {word:?}: expected {other:?}, as before: capital and small letters are the same in moves"
                )));
            }
            ends.push(known.unwrap_or(vertices.len()));
            if known.is_none() {
                vertices.push(word.to_string());
            }
            if vertices.len() > MAX_POINTS {
                return Err(error(format!("vertex {word:?}: expected at most {MAX_POINTS} vertices")));
            }
        }
        match ends.as_slice() {
            [] | [_] => {}
            [a, b] if a == b => {
                return Err(error(format!(
                    "an edge from {:?} to itself: expected two vertices",
                    vertices[*a]
                )));
            }
            [a, b] => edges.push((*a, *b)),
            more => return Err(error(format!("{} names: expected two, an edge, or one", more.len()))),
        }
    }
    match vertices.len() {
        0 => Err(EdgeListError("no vertex: expected lines with two names each, the edges".to_string())),
        points => Ok(Board::of_edges(format!("graph:{name}"), points, &edges).named(vertices)),
    }
}

/// Whether a vertex may have this name: it must not look like anything else in a list of moves.
fn check_name(name: &str) -> Result<(), String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if name.len() > LONGEST || !name.bytes().all(plain) || name.starts_with(['-', '_']) {
        return Err(format!(
            "vertex {name:?}: expected a name of at most {LONGEST} letters, digits, - and _ that begins with a letter or digit"
        ));
    }
    if is_word_of_moves(name) {
        return Err(format!("vertex {name:?}: expected a name that is no word of a list of moves"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn vertices_are_numbered_as_they_are_first_named() {
        let board =
            parse("fork", "# a fork\nstem\r\n left,stem # one\nstem \t right\n right , stem\n\nfar").unwrap();
        assert_eq!(board.to_string(), "graph:fork");
        assert_eq!(board.vertices().unwrap(), ["stem", "left", "right", "far"]);
        assert_eq!(board.edges().collect::<Vec<_>>(), [(0, 1), (0, 2)]);
        assert_eq!((board.rows(), board.cols(), board.is_grid()), (1, 4, false));
    }

    #[test]
    fn what_is_no_graph_is_refused_by_its_line() {
        let long = "a".repeat(17);
        let many: String = (0..65).map(|vertex| format!("v{vertex}\n")).collect();
        let cases = [
            ("", "no vertex"),
            ("# nothing\n\n", "no vertex"),
            ("a c\na a", "line 2: an edge from \"a\" to itself"),
            ("a c d", "line 1: 3 names"),
            ("a c\nA d", "line 2: vertex \"A\": expected \"a\""),
            ("a pass", "vertex \"pass\": expected a name that is no word"),
            ("a Resume-Modified", "vertex \"Resume-Modified\""),
            ("a b", "vertex \"b\": expected a name that is no word"),
            ("White a", "vertex \"White\""),
            ("challenge:a c", "vertex \"challenge:a\": expected a name of at most 16 letters"),
            ("a 1.c", "vertex \"1.c\": expected a name of"),
            ("a -c", "vertex \"-c\": expected a name of"),
            ("a ä", "expected a name of"),
            (&long, "expected a name of at most 16"),
            (&many, "line 65: vertex \"v64\": expected at most 64"),
        ];
        for (text, expected) in cases {
            let said = parse("g", text).unwrap_err().to_string();
            assert!(said.contains(expected) && said.lines().count() == 1, "{text:?}: {said}");
        }
        let most: String = (0..64).map(|vertex| format!("v{vertex}\n")).collect();
        assert_eq!(parse("g", &most).unwrap().points(), 64);
    }

    proptest! {
        #[test]
        fn any_text_is_a_graph_or_is_refused(text in "([a-e1-3 ,#\n]|\\PC)*") {
            let _ = parse("g", &text);
        }
    }
}
