//! The part of the page that holds the tables against the literature.

use std::fmt::Write;

use super::parts::Parts;
use super::table::Table;
use super::variant::Variant;
use crate::go::notation::parse_position;
use crate::go::{Board, Player, Position};
use crate::literature::{
    BASIC_KO, COMBINATORICS, DRANGE, INTERVALS, LEGAL_POSITIONS, MINI_GO, Opening, Openings, SOURCES, VALUED,
    Valued,
};
use crate::rules::Points;
use crate::rules::axes::Axis;

/// The value that Drange gives an empty board.
pub fn drange(board: &str) -> Option<Points> {
    let row = MINI_GO.iter().find(|row| row.board == board)?;
    Some(Points::from_integer(row.openings[0].value()))
}

/// The published interval of an empty board under basic ko.
pub fn interval(board: &str) -> Option<(i32, i32)> {
    BASIC_KO.iter().find(|row| row.board == board).map(|row| (row.low, row.high))
}

/// The value of each first move, from the best down, of moves that a symmetry makes equal only one. `None`
/// if some are not known.
fn openings(table: &Table) -> Option<Vec<Points>> {
    let board = Board::parse(&table.board.name).ok()?;
    let mut values = Vec::new();
    for move_value in &table.move_values {
        let mv = move_value.mv.on(&board)?;
        if board.symmetries().iter().all(|symmetry| mv.map(|point| symmetry.point(point)) >= mv) {
            values.push(move_value.value?.points()?);
        }
    }
    values.sort();
    values.reverse();
    Some(values)
}

fn list<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The section.
pub fn section(parts: &Parts, text: &mut String) {
    text.push_str("## Against the literature\n\n");
    drange_rows(parts, text);
    interval_rows(parts, text);
    valued_rows(parts, text);
    position_rows(parts, text);
    text.push_str("\nSources:\n\n");
    for source in SOURCES {
        let place = if source.url.is_empty() { String::new() } else { format!(", <{}>", source.url) };
        let _ = writeln!(text, "* {}: {}{place} ({})", source.name, source.citation, source.rules);
    }
}

/// Drange's openings beside those of every ruleset whose games always end.
fn drange_rows(parts: &Parts, text: &mut String) {
    // The published values are by area.
    let compared = |variant: &Variant| variant.always_ends() && variant.entry.by_area(&variant.options);
    let rulesets: Vec<Variant> = Variant::usual_ones().into_iter().filter(compared).collect();
    let _ = writeln!(
        text,
        "The best, second best, ... opening of an empty board, as far as {} gives them ({}; a pass in parentheses; moves\n\
         that a symmetry makes equal count once). `=` is the same; otherwise the values found here, with **bold** where\n\
         already the first is another.\n",
        DRANGE.name, DRANGE.rules
    );
    let names: Vec<&str> = rulesets.iter().map(|variant| variant.entry.id).collect();
    let _ = writeln!(text, "| board | {} | {} |", DRANGE.name, names.join(" | "));
    let _ = writeln!(text, "|---|---|{}", "---|".repeat(names.len()));
    for row in MINI_GO {
        let tables: Vec<Option<&Table>> =
            rulesets.iter().map(|variant| parts.table(row.board, &variant.name())).collect();
        if tables.iter().any(Option::is_some) {
            let cells: Vec<String> = tables.iter().map(|table| drange_cell(row, *table)).collect();
            let published: Vec<String> = row.openings.iter().map(opening).collect();
            let _ = writeln!(text, "| {} | {} | {} |", row.board, list(&published), cells.join(" | "));
        }
    }
}

fn opening(opening: &Opening) -> String {
    match opening {
        Opening::Stone(value) => value.to_string(),
        Opening::Pass(value) => format!("({value})"),
    }
}

fn drange_cell(row: &Openings, table: Option<&Table>) -> String {
    let Some(table) = table else { return String::new() };
    let published: Vec<Points> = row.openings.iter().map(|o| Points::from_integer(o.value())).collect();
    match openings(table) {
        Some(mut found) => {
            found.truncate(published.len());
            match (found == published, found.first() == published.first()) {
                (true, _) => "=".to_string(),
                (false, true) => list(&found),
                (false, false) => format!("**{}**", list(&found)),
            }
        }
        None => match table.answer.value {
            Some(value) if value.points().as_ref() == published.first() => format!("{value}, ?"),
            Some(value) => format!("**{value}**, ?"),
            None => "?".to_string(),
        },
    }
}

/// The intervals of basic ko.
fn interval_rows(parts: &Parts, text: &mut String) {
    let _ = writeln!(
        text,
        "\nWhat each side can force in finite play under basic ko, as {} give it and as `simple-ko` finds it:\n",
        INTERVALS.name
    );
    text.push_str("| board | published | found |\n|---|---|---|\n");
    for row in BASIC_KO {
        let table = parts.table(row.board, "simple-ko");
        let Some(play) = table.and_then(|table| table.answer.finite_play.as_ref()) else { continue };
        let same = (row.low, row.high) == (play.low, play.high);
        let found = if same { "=".to_string() } else { format!("**[{}, {}]**", play.low, play.high) };
        let _ = writeln!(text, "| {} | [{}, {}] | {found} |", row.board, row.low, row.high);
    }
    text.push_str(
        "\nThe published interval of 1x2 is that of a game without any ko rule. Under basic ko the stone that captures\n\
         there stands alone with one liberty and may not be retaken at once; so the first to play must pass next and\n\
         loses both intersections to a second pass, and the value is 0.\n",
    );
}

/// The variant that a published value is about.
fn variant_of(row: &Valued) -> Option<Variant> {
    Variant::all().into_iter().find(|variant| {
        let suicide = if row.suicide { "allowed" } else { "forbidden" };
        let others = variant.varied().iter().all(|(axis, _)| *axis == Axis::Suicide);
        variant.entry.id == row.rules && others && Axis::Suicide.value(&variant.options) == suicide
    })
}

/// The value found here of a published position.
fn found(parts: &Parts, row: &Valued) -> Option<String> {
    let variant = variant_of(row)?;
    let board = Board::parse(row.board).ok()?;
    let position = parse_position(&board, row.start).ok()?;
    if position == Position::default() && row.black_to_move {
        return Some(parts.table(row.board, &variant.name())?.answer.value?.to_string());
    }
    let mover = if row.black_to_move { Player::Black } else { Player::White };
    parts.strong.iter().find(|strong| strong.about.board == row.board)?.value(
        &variant.name(),
        &position,
        mover,
    )
}

fn valued_rows(parts: &Parts, text: &mut String) {
    let mut differing = false;
    text.push_str("\nPositions with a published value:\n\n");
    text.push_str("| board | position | to move | rules | published | found | source |\n|---|---|---|---|---|---|---|\n");
    for row in VALUED {
        let Some(found) = found(parts, row) else { continue };
        let same = found == row.value.to_string();
        differing |= !same;
        let found = if same { "=".to_string() } else { format!("**{found}**") };
        let mover = if row.black_to_move { "Black" } else { "White" };
        let suicide = if row.suicide { ", suicide allowed" } else { "" };
        let Valued { board, rules, start, value, source, .. } = row;
        let _ = writeln!(
            text,
            "| {board} | `{start}` | {mover} | {rules}{suicide} | {value} | {found} | {} |",
            source.name
        );
    }
    if differing {
        text.push_str(DIFFERING);
    }
}

/// What is known of the published values that are not found here.
const DIFFERING: &str = "
Hayward's line on 1x5 `X.O..` is B D1, W B1, B A1, W B1 and two passes, worth 0. White has a better second move:
W E1 takes D1, Black may not retake (that would recreate the position after B D1 with White to move), and White
then takes everything. The naive solver confirms -5.
";

fn position_rows(parts: &Parts, text: &mut String) {
    let differing: Vec<&str> = LEGAL_POSITIONS
        .iter()
        .filter(|row| {
            let strong = parts.strong.iter().find(|strong| strong.about.board == row.board);
            strong.is_some_and(|strong| u64::from(strong.about.positions) != row.count)
        })
        .map(|row| row.board)
        .collect();
    let verdict = if differing.is_empty() {
        "are the published ones".to_string()
    } else {
        format!("differ from the published ones on **{}**", differing.join(", "))
    };
    let _ = writeln!(
        text,
        "\nThe numbers of legal positions of the boards of `strong/` {verdict} ({}).",
        COMBINATORICS.name
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solutions::table::solve_table;
    use crate::solve::Budget;
    use std::sync::Arc;

    #[test]
    fn openings_that_a_symmetry_makes_equal_count_once() {
        let openings = |board: &str| {
            let (board, variant) = (Board::parse(board).unwrap(), Variant::named("psk").unwrap());
            openings(&solve_table(&board, &variant, &Arc::new(Budget::default()))).unwrap()
        };
        let points =
            |values: &[i32]| values.iter().map(|value| Points::from_integer(*value)).collect::<Vec<_>>();
        assert_eq!(openings("1x3"), points(&[3, -3, -3]));
        assert_eq!(openings("2x2"), points(&[1, -1]));
        assert_eq!(openings("3x3"), points(&[9, 3, -9, -9]));
    }

    #[test]
    fn every_published_value_is_about_a_game_that_has_tables() {
        for row in VALUED {
            let variant = variant_of(row).unwrap();
            assert_eq!(variant.entry.id, row.rules);
            assert_eq!(variant.varied().len(), usize::from(row.suicide));
        }
    }
}
