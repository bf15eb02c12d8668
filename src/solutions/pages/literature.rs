//! The section of the page that compares the tables with what others have published.

use std::fmt::Write;

use super::markdown::table;
use super::view::View;
use crate::claims::check::Mover;
use crate::claims::literature::{LITERATURE, Openings, Valued};
use crate::go::notation::parse_position;
use crate::go::{Board, Player, Position};
use crate::rules::Points;
use crate::rules::axes::Axis;
use crate::solutions::positions::Column;
use crate::solutions::table::Table;
use crate::solutions::task::Task;
use crate::solutions::variant::Variant;
use crate::solve::Value;

/// The published value of an empty board.
pub fn value(board: &str) -> Option<Points> {
    let row = LITERATURE.openings.iter().find(|row| row.board == board)?;
    row.points().next().map(Points::from_integer)
}

/// The published interval of an empty board under basic ko.
pub fn interval(board: &str) -> Option<(i32, i32)> {
    LITERATURE.intervals.iter().find(|row| row.board == board).map(|row| (row.low, row.high))
}

/// The value of each first move, from the best down, of moves that a symmetry makes equal only one. `None`
/// if some are not known.
fn openings(board: &Board, table: &Table) -> Option<Vec<Points>> {
    let mut values = Vec::new();
    for move_value in &table.move_values {
        let mv = move_value.mv.on(board)?;
        if board.symmetries().iter().all(|symmetry| mv.map(|point| symmetry.point(point)) >= mv) {
            values.push(move_value.value?.points()?);
        }
    }
    values.sort();
    values.reverse();
    Some(values)
}

/// The section.
pub fn section(view: &View, text: &mut String) {
    text.push_str("## Against the literature\n\n");
    opening_rows(view, text);
    interval_rows(view, text);
    value_rows(view, text);
    position_rows(view, text);
    text.push_str("\nSources:\n\n");
    for source in &LITERATURE.sources {
        let _ = writeln!(text, "* {}: {}, <{}> ({})", source.name, source.citation, source.url, source.rules);
    }
}

/// The published openings beside those of every ruleset whose games always end.
fn opening_rows(view: &View, text: &mut String) {
    // The published values are by area.
    let compared = |variant: &&Variant| variant.always_ends() && variant.by_area();
    let rulesets: Vec<&Variant> = view.rulesets.iter().filter(compared).collect();
    let source = LITERATURE.openings.source();
    let _ = writeln!(
        text,
        "The best, second best, ... opening of an empty board, as far as {} gives them ({}; a pass in parentheses; moves\n\
         that a symmetry makes equal count once). `=` is the same; otherwise the values found here, with **bold** where\n\
         already the first is another.\n",
        source.name, source.rules
    );
    let rows = LITERATURE.openings.iter().filter_map(|row| {
        let board = Board::parse(&row.board).ok()?;
        let tables: Vec<Option<&Table>> =
            rulesets.iter().map(|variant| view.table(&board, variant)).collect();
        tables.iter().any(Option::is_some).then(|| {
            let cells = tables.into_iter().map(|table| opening_cell(row, &board, table));
            [row.board.clone(), row.values.join(", ")].into_iter().chain(cells).collect()
        })
    });
    let heads = ["board", &source.name].into_iter().chain(rulesets.iter().map(|variant| variant.entry.id));
    table(&heads.collect::<Vec<_>>(), "l", rows, text);
}

fn opening_cell(row: &Openings, board: &Board, table: Option<&Table>) -> String {
    let Some(table) = table else { return String::new() };
    let published: Vec<Points> = row.points().map(Points::from_integer).collect();
    match openings(board, table) {
        Some(mut found) => {
            found.truncate(published.len());
            let list = found.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            match (found == published, found.first() == published.first()) {
                (true, _) => "=".to_string(),
                (false, true) => list,
                (false, false) => format!("**{list}**"),
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
fn interval_rows(view: &View, text: &mut String) {
    let _ = writeln!(
        text,
        "\nWhat each side can force in finite play under basic ko, as {} give it and as `simple-ko` finds it:\n",
        LITERATURE.intervals.source().name
    );
    let basic_ko = Variant::named("simple-ko").expect("basic ko is in the catalogue");
    let rows = LITERATURE.intervals.iter().filter_map(|row| {
        let play = view.named(&row.board, &basic_ko)?.answer.finite_play.as_ref()?;
        let same = (row.low, row.high) == (play.low, play.high);
        let found = if same { "=".to_string() } else { format!("**[{}, {}]**", play.low, play.high) };
        Some(vec![row.board.clone(), format!("[{}, {}]", row.low, row.high), found])
    });
    table(&["board", "published", "found"], "l", rows, text);
    let _ = write!(text, "\n{}", LITERATURE.intervals.page(|_| true));
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
fn found(view: &View, row: &Valued) -> Option<Value> {
    let (board, variant) = (Board::parse(&row.board).ok()?, variant_of(row)?);
    let position = parse_position(&board, &row.start).ok()?;
    let mover = if row.to_move == Mover::Black { Player::Black } else { Player::White };
    if position == Position::default() && mover == Player::Black {
        return view.table(&board, &variant)?.answer.value;
    }
    view.solutions.get::<Column>(&Task::of(&board, &variant))?.value(&position, mover)
}

fn value_rows(view: &View, text: &mut String) {
    text.push_str("\nPositions with a published value:\n\n");
    let other = |row: &Valued| {
        let published = Value::Points(Points::from_integer(row.value));
        found(view, row).filter(|found| *found != published)
    };
    let rows = LITERATURE.values.all().filter(|(row, _)| found(view, &row.what).is_some());
    let rows = rows.map(|(row, source)| {
        let row = &row.what;
        let suicide = if row.suicide { ", suicide allowed" } else { "" };
        vec![
            row.board.clone(),
            format!("`{}`", row.start),
            if row.to_move == Mover::Black { "Black" } else { "White" }.to_string(),
            format!("{}{suicide}", row.rules),
            row.value.to_string(),
            other(row).map_or("=".to_string(), |found| format!("**{found}**")),
            source.name.clone(),
        ]
    });
    let heads = ["board", "position", "to move", "rules", "published", "found", "source"];
    table(&heads, "l", rows, text);
    let explained = LITERATURE.values.page(|row| other(row).is_some());
    if !explained.is_empty() {
        let _ = write!(text, "\n{explained}");
    }
}

fn position_rows(view: &View, text: &mut String) {
    let published = |board: &Board| {
        LITERATURE.positions.iter().find(|row| row.board == board.to_string()).map(|row| row.count)
    };
    let differing: Vec<String> = view
        .positions
        .iter()
        .filter(|positions| {
            published(positions.board).is_some_and(|count| count != u64::from(positions.classes.images()))
        })
        .map(|positions| positions.board.to_string())
        .collect();
    let verdict = if differing.is_empty() {
        "are the published ones".to_string()
    } else {
        format!("differ from the published ones on **{}**", differing.join(", "))
    };
    let source = &LITERATURE.positions.source().name;
    let _ =
        writeln!(text, "\nThe numbers of legal positions of the boards of `strong/` {verdict} ({source}).");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Budget;

    #[test]
    fn openings_that_a_symmetry_makes_equal_count_once() {
        let openings = |board: &str| {
            let (board, variant) = (Board::parse(board).unwrap(), Variant::named("psk").unwrap());
            openings(&board, &Table::solved(&board, &variant, &Budget::default())).unwrap()
        };
        let points =
            |values: &[i32]| values.iter().map(|value| Points::from_integer(*value)).collect::<Vec<_>>();
        assert_eq!(openings("1x3"), points(&[3, -3, -3]));
        assert_eq!(openings("2x2"), points(&[1, -1]));
        assert_eq!(openings("3x3"), points(&[9, 3, -9, -9]));
    }

    #[test]
    fn every_published_value_is_about_a_game_that_has_tables() {
        for row in LITERATURE.values.iter() {
            let variant = variant_of(row).unwrap();
            assert_eq!(variant.entry.id, row.rules);
            assert_eq!(variant.varied().len(), usize::from(row.suicide));
        }
    }
}
