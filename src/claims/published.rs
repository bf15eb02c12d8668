//! Claims made from the published values and counts of [`super::literature`], with what stands on record of them.

use super::check::{Check, Mover};
use super::document::{Claim, Kind, Verdict};
use super::literature::{Games, Interval, LITERATURE, Openings, Positions, Row, Source, Valued};
use crate::go::Board;

/// The most intersections of a board whose openings, or whose positions, are valued by a check. The value of a larger
/// empty board is checked where the row is marked as deep.
const MOST_POINTS: usize = 12;

/// All of them.
pub fn claims() -> Vec<Claim> {
    let literature = &*LITERATURE;
    let openings = literature.openings.all().map(openings);
    let values = literature.values.all().map(value);
    let intervals = literature.intervals.all().map(interval);
    let positions = literature.positions.all().map(positions);
    let games = literature.games.all().map(games);
    openings.chain(values).chain(intervals).chain(positions).chain(games).collect()
}

/// Whether a board has few enough intersections for a check.
fn small(board: &str) -> bool {
    Board::parse(board).is_ok_and(|board| board.points() <= MOST_POINTS)
}

fn openings((row, source): (&Row<Openings>, &Source)) -> Claim {
    let Openings { board, values } = &row.what;
    let (best, is) = match (values.len(), values.iter().any(|value| value.starts_with('('))) {
        (1, _) => ("opening", "is"),
        (_, false) => ("openings", "are"),
        (_, true) => ("openings, the pass in parentheses,", "are"),
    };
    let text = format!("The best {best} of {board} {is} worth {}.", values.join(", "));
    let (rules, position) = ("ssk".to_string(), board.clone());
    let check = if small(board) {
        Some(Check::Openings { rules, board: position, expect: values.clone() })
    } else {
        let expect = format!("= {}", values[0]);
        row.deep.then_some(Check::Value { rules, position: Some(position), after: String::new(), expect })
    };
    claim(row, source, &format!("minigo-{board}"), text, Kind::Value, check)
}

fn value((row, source): (&Row<Valued>, &Source)) -> Claim {
    let Valued { board, rules, suicide, start, to_move, value } = &row.what;
    let mover = if *to_move == Mover::Black { "Black" } else { "White" };
    let rules_and_option = format!("{rules}{}", if *suicide { " --suicide allowed" } else { "" });
    let text = format!("{start} with {mover} to move is worth {value} under {rules_and_option}.");
    let check = Check::Value {
        rules: rules_and_option,
        // A position with its mover, as `Document::place` reads it.
        position: Some(format!("{board} {start} {}", mover.to_lowercase())),
        after: String::new(),
        expect: format!("= {value}"),
    };
    let author = source.name.to_lowercase().replace(' ', "-");
    let several = LITERATURE.values.iter().filter(|other| other.start == *start).count() > 1;
    let name = match (several, start.contains(['X', 'O'])) {
        (true, _) => format!("{author}-{start}-{rules}"),
        (false, true) => format!("{author}-{start}"),
        (false, false) => author,
    };
    claim(row, source, &name, text, Kind::Value, small(board).then_some(check))
}

fn interval((row, source): (&Row<Interval>, &Source)) -> Claim {
    let Interval { board, low, high } = &row.what;
    let text = format!("In finite play Black is sure of {low} on {board}, and White of {high}.");
    let (rules, name) = ("simple-ko".to_string(), format!("basic-ko-{board}"));
    let check = Check::Interval { rules, board: board.clone(), expect: [*low, *high] };
    claim(row, source, &name, text, Kind::Value, Some(check))
}

fn positions((row, source): (&Row<Positions>, &Source)) -> Claim {
    let Positions { board, count } = &row.what;
    let text = format!("The number of legal positions is {count} on {board}.");
    let check = Check::Positions { board: board.clone(), expect: count.to_string() };
    claim(row, source, &format!("positions-{board}"), text, Kind::Count, Some(check))
}

fn games((row, source): (&Row<Games>, &Source)) -> Claim {
    let Games { board, rules, suicide, count } = &row.what;
    let (option, suffix) = match suicide {
        None => ("", ""),
        Some(true) => (" --suicide allowed", "-allowed"),
        Some(false) => ("", "-forbidden"),
    };
    let name = format!("games-{board}-{rules}{suffix}");
    let rules = format!("{rules}{option}");
    let text = format!("The number of games is {count} on {board} under {rules}.");
    let check = Check::Games { rules, board: board.clone(), expect: count.to_string() };
    claim(row, source, &name, text, Kind::Count, Some(check))
}

/// A claim of a source, with what stands on record of it.
fn claim<T>(
    row: &Row<T>,
    source: &Source,
    name: &str,
    claim: String,
    kind: Kind,
    check: Option<Check>,
) -> Claim {
    let (verdict, note) = match check {
        Some(_) => (row.verdict.unwrap_or(Verdict::Confirmed), row.note.clone()),
        None => (Verdict::NotDecidable, "Beyond what a check may cost.".to_string()),
    };
    Claim {
        id: format!("literature-{name}"),
        section: format!("{}; {}", source.citation, source.rules),
        quote: String::new(),
        claim,
        kind,
        position: None,
        verdict,
        note,
        about: Vec::new(),
        against: Vec::new(),
        contradiction: String::new(),
        amendment: None,
        could_change: String::new(),
        readings: false,
        deep: row.deep,
        takes: row.takes,
        checks: check.into_iter().collect(),
    }
}
