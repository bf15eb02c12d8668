//! What reads untrusted bytes, each with a property that holds of any bytes.
//!
//! Every target is a program of `fuzz_targets/`, which libFuzzer drives, and is run on a few drawn
//! inputs by `tests/suite/fuzz.rs`. It returns whether the bytes were read, and panics if the
//! property does not hold.

pub mod certificate;

use std::fmt::Display;
use std::io::Cursor;

use superko::ask::Question;
use superko::go::board::{OfSize, parse_edges};
use superko::go::notation::{diagram, diagram_line, move_name, parse_position, parse_record, parse_start};
use superko::go::{Board, Player, Players};
use superko::gtp::serve;
use superko::rules::{Rules, file};
use superko::sgf::game::{Choice, of_tree};
use superko::sgf::parse::parse;
use superko::sgf::tree::{Tree, write};
use superko::solve::Limits;

/// A target: whether bytes were read.
pub type Target = fn(&[u8]) -> bool;

/// The targets by their names.
pub const TARGETS: [(&str, Target); 6] = [
    ("board", board),
    ("certificate", certificate),
    ("gtp", gtp),
    ("position", position),
    ("rules", rules),
    ("sgf", sgf),
];

/// A refusal is one line.
fn refused(why: impl Display) -> bool {
    let why = why.to_string();
    assert!(!why.is_empty() && !why.chars().any(char::is_control), "{why:?}");
    false
}

/// The vertices and the edges of a board.
fn graph(board: &Board) -> (String, Vec<String>, Vec<(u8, u8)>) {
    (board.to_string(), board.vertices().unwrap_or_default().to_vec(), board.edges().collect())
}

/// The name of a board, and a list of edges: what is read is read the same from what is written of
/// it.
pub fn board(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let named = match Board::parse(&text) {
        Ok(board) => {
            assert_eq!(Board::parse(&board.to_string()).map(|again| graph(&again)), Ok(graph(&board)));
            true
        }
        Err(why) => refused(why),
    };
    let listed = match parse_edges("g", &text) {
        Ok(board) => {
            let graph = graph(&board);
            let (_, vertices, edges) = &graph;
            let edge =
                |(a, b): &(u8, u8)| format!("{} {}", vertices[usize::from(*a)], vertices[usize::from(*b)]);
            let lines: Vec<String> = vertices.iter().cloned().chain(edges.iter().map(edge)).collect();
            assert_eq!(parse_edges("g", &lines.join("\n")).map(|again| self::graph(&again)), Ok(graph));
            true
        }
        Err(why) => refused(why),
    };
    named || listed
}

/// A certificate: see [`certificate::verdict`].
pub fn certificate(bytes: &[u8]) -> bool {
    certificate::verdict(bytes).is_some()
}

/// A session of the Go Text Protocol, but for the commands that name files: every reply has the
/// form of one, and the session goes on to its last line unless it is told to quit.
pub fn gtp(bytes: &[u8]) -> bool {
    // The protocol leaves out control characters.
    let says = |line: &[u8], word: &[u8]| {
        let kept: Vec<u8> = line.iter().copied().filter(|byte| !byte.is_ascii_control()).collect();
        kept.windows(word.len()).any(|part| part == word)
    };
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| !says(line, b"sgf"));
    let mut input = lines.collect::<Vec<_>>().concat();
    let quits = says(&input, b"quit");
    input.extend(b"\n77 known_command quit\n");
    let rules = Rules::named("psk").expect("the catalogue has it");
    let board = Board::grid(2, 3).expect("it is small");
    let setup = Question::new(board, rules, None, None).expect("it is a game");
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let mut output = Vec::new();
    serve(&OfSize::Solved(setup), limits, Cursor::new(input), &mut output).expect("a buffer can be written");
    let output = String::from_utf8(output).expect("replies are UTF-8");
    let replies: Vec<&str> = output.split_terminator("\n\n").collect();
    assert!(
        output.ends_with("\n\n") && replies.iter().all(|reply| reply.starts_with(['=', '?'])),
        "{output}"
    );
    assert!(quits || replies.last() == Some(&"=77 true"), "{output}");
    replies[..replies.len() - 1].iter().any(|reply| reply.starts_with('='))
}

/// A line that names a board, and then a position or a record of moves: each is read the same from
/// what is written of it.
pub fn position(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let (name, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let Ok(board) = Board::parse(name) else { return false };
    let drawn = match parse_start(&board, rest) {
        Ok((position, _)) => {
            assert_eq!(parse_position(&board, &diagram_line(&board, &position)), Ok(position));
            assert_eq!(parse_start(&board, &diagram(&board, &position, None)), Ok((position, None)));
            true
        }
        Err(why) => refused(why),
    };
    let played = match parse_record(&board, rest, Player::Black, Players::Two) {
        Ok(moves) => {
            let names: Vec<String> = moves.iter().map(|mv| move_name(&board, *mv)).collect();
            assert_eq!(parse_record(&board, &names.join(" "), Player::Black, Players::Two), Ok(moves));
            true
        }
        Err(why) => refused(why),
    };
    drawn || played
}

/// A rules file: one that is begun like it is read as the same clauses.
pub fn rules(bytes: &[u8]) -> bool {
    let entry = match file::read("fuzz.toml", bytes) {
        Ok(entry) => entry,
        Err(why) => return refused(why),
    };
    let rules = Rules::from(entry);
    let again = file::like(&rules, "again").expect("a file of a user has clauses");
    let again = file::read("again.toml", again.as_bytes()).unwrap_or_else(|why| panic!("{why}\n{again}"));
    let again = Rules::from(again);
    assert_eq!((again.clauses(), again.options), (rules.clauses(), rules.options));
    true
}

/// The game of a tree, if it is one.
fn game(tree: &Tree) -> Option<String> {
    of_tree(tree, &Choice::default()).map(|record| format!("{record:?}")).ok()
}

/// A file in SGF: each of its trees is read the same from what is written of it.
pub fn sgf(bytes: &[u8]) -> bool {
    let trees = match parse(bytes) {
        Ok(trees) => trees,
        Err(why) => return refused(why),
    };
    for tree in &trees {
        if let Err(why) = of_tree(tree, &Choice::default()) {
            refused(why);
        }
        let text = write(tree);
        // What is written is UTF-8, whatever the file was in. Its mark says more than the property
        // CA.
        let again = parse(format!("\u{feff}{text}").as_bytes()).unwrap_or_else(|why| panic!("{why}\n{text}"));
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!((write(&again[0]), game(&again[0])), (text, game(tree)));
    }
    true
}
