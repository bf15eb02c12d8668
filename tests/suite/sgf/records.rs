//! The files of `tests/sgf`, written with the conventions of Sabaki, OGS, KGS (CGoban 3), CGoban 1, GoGui and of studies
//! sent by mail, on small boards.

use superko::go::notation::{diagram_line, move_name};
use superko::sgf::game::{Choice, Record, read};

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
