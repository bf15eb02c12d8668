//! The files of `tests/sgf`, written with the conventions of Sabaki, OGS, KGS (CGoban 3), CGoban 1,
//! GoGui and of studies sent by mail, on small boards.

use superko::go::notation::{diagram_line, move_name};
use superko::sgf::game::{Choice, Record, read, read_before};

fn record(name: &str, choice: &Choice) -> Record {
    let path = format!("{}/tests/sgf/{name}.sgf", env!("CARGO_MANIFEST_DIR"));
    read(&std::fs::read(path).unwrap(), choice).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn told(record: &Record) -> String {
    let moves: Vec<String> = record.moves.iter().map(|mv| move_name(&record.board, *mv)).collect();
    let (board, start) = (&record.board, diagram_line(&record.board, &record.start));
    format!("{board} {start} {}: {}", record.to_move.name(), moves.join(" "))
}

#[test]
fn the_main_lines_of_other_programs_are_read() {
    for (name, expected, komi, rules) in [
        ("sabaki", "2x2 ../.. Black: B2 A1 B1 pass", Some("6.5"), None),
        ("ogs", "3x3 .../.../... Black: B2 B3 A2 pass C2", Some("5.5"), Some("New Zealand")),
        ("kgs", "3x3 ..X/.../X.. White: B2 B3 pass", Some("0.50"), Some("Japanese")),
        ("cgoban1", "2x2 ../.. Black: A2 B1 pass pass", Some("5.5"), Some("Japanese")),
        ("gogui", "2x3 OOO/.X. White: A1 C1", Some("0"), Some("Chinese")),
        ("studies", "3x3 .../.XO/... White: B1", None, Some("Tromp-Taylor")),
    ] {
        let read = record(name, &Choice::default());
        assert_eq!(told(&read), expected, "{name}");
        assert_eq!((read.komi.as_deref(), read.rules.as_deref()), (komi, rules), "{name}");
    }
}

#[test]
fn records_as_the_world_writes_them_are_read_or_refused_by_their_place() {
    for (name, expected) in [
        // Text in two bytes a letter, whose second byte is a backslash, declared.
        ("encoding-shift-jis-declared", "3x3 .../.../... Black: B2 A2"),
        ("encoding-gb18030-declared", "3x3 .../.../... Black: B2 A2"),
        // Stones of the handicap that are moves.
        ("handicap-as-moves", "3x3 X../.../..X White: B2"),
    ] {
        assert_eq!(told(&record(name, &Choice::default())), expected, "{name}");
    }
    for (name, expected) in [
        // The same text, where nothing says what it is: the moves after it, or the stone, would be
        // part of it.
        (
            "encoding-shift-jis-undeclared",
            "line 1, column 18: no encoding is said, and as ISO-8859-1 the file",
        ),
        ("encoding-shift-jis-setup", "line 1, column 24: no encoding is said, and as ISO-8859-1 the file"),
        ("one-long-line", "line 1, column 179: ], expected a property, ;, ( or ) after US[club[north]"),
    ] {
        let path = format!("{}/tests/sgf/{name}.sgf", env!("CARGO_MANIFEST_DIR"));
        let said = read(&std::fs::read(path).unwrap(), &Choice::default()).unwrap_err().to_string();
        assert!(said.starts_with(expected), "{name}: {said}");
    }
}

#[test]
fn nothing_is_wrong_behind_the_move_that_is_asked_for() {
    let file =
        std::fs::read(format!("{}/tests/gtp/out-of-turn-later.sgf", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let said = read(&file, &Choice::default()).unwrap_err().to_string();
    assert!(said.starts_with("line 1, column 20: move 2, B[aa]: it is White's turn"), "{said}");
    for (number, expected) in [(1, "3x3 .../.../... Black: "), (2, "3x3 .../.../... Black: B2")] {
        assert_eq!(told(&read_before(&file, number).unwrap().solved().unwrap()), expected);
    }
    for number in [3, 4, 99] {
        assert!(read_before(&file, number).unwrap_err().to_string().contains("move 2"));
    }
    // Two moves in one node, a point that is none, a setup after a capture: all of it comes later.
    for later in [";B[aa]W[bb]", ";W[zz]", ";AB[bb]AW[bb]", ";HA[x]PL[?]"] {
        let file = format!("(;SZ[3];B[bb];W[ab]{later})");
        let record = read_before(file.as_bytes(), 3);
        let at = read(file.as_bytes(), &Choice { at: Some(1), ..Choice::default() }).unwrap();
        assert_eq!(told(&at), "3x3 .../.../... Black: B2", "{later}");
        if later.contains(";B") {
            assert_eq!(told(&record.unwrap().solved().unwrap()), "3x3 .../.../... Black: B2 A2", "{later}");
        }
    }
}

#[test]
fn a_line_and_a_part_of_it_are_chosen() {
    let chosen = |name: &str, game: usize, variation: Option<&str>, at: Option<usize>| {
        let variation = variation.map(|path| path.parse().unwrap()).unwrap_or_default();
        told(&record(name, &Choice { game, variation, at }))
    };
    assert_eq!(chosen("sabaki", 1, Some("2"), None), "2x2 ../.. Black: B2 A2 A1");
    assert_eq!(chosen("sabaki", 1, Some("2.2"), None), "2x2 ../.. Black: B2 A2 pass");
    assert_eq!(chosen("sabaki", 1, Some("2.2"), Some(1)), "2x2 ../.. Black: B2");
    assert_eq!(chosen("studies", 1, None, Some(1)), "3x3 XX./OO./... Black: C3");
    assert_eq!(chosen("studies", 1, None, Some(2)), "3x3 .../.XO/... White: ");
    assert_eq!(chosen("studies", 2, None, None), "1x2 .. Black: A1 B1 pass");
}
