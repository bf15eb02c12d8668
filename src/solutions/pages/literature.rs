//! What others have published, beside what was found, on the page of the folder.

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

/// Who has published these values.
pub fn author() -> String {
    LITERATURE.openings.source().name.clone()
}

/// The published interval of an empty board under basic ko.
pub fn interval(board: &str) -> Option<(i32, i32)> {
    LITERATURE.intervals.iter().find(|row| row.board == board).map(|row| (row.low, row.high))
}

/// The published openings beside those of every ruleset whose games always end.
pub fn openings(view: &View) -> String {
    // The published values are by area.
    let compared = |variant: &&Variant| variant.always_ends() && variant.by_area();
    let rulesets: Vec<&Variant> = view.rulesets.iter().filter(compared).collect();
    let rows = LITERATURE.openings.iter().filter_map(|row| {
        let board = Board::parse(&row.board).ok()?;
        let tables: Vec<Option<&Table>> =
            rulesets.iter().map(|variant| view.table(&board, variant)).collect();
        tables.iter().any(Option::is_some).then(|| {
            let cells = tables.into_iter().map(|table| opening_cell(row, &board, table));
            [row.board.clone(), row.values.join(", ")].into_iter().chain(cells).collect()
        })
    });
    let author = author();
    let heads = ["board", &author].into_iter().chain(rulesets.iter().map(|variant| variant.entry.id));
    table(&heads.collect::<Vec<_>>(), "l", rows)
}

fn opening_cell(row: &Openings, board: &Board, table: Option<&Table>) -> String {
    let Some(table) = table else { return String::new() };
    let published: Vec<Points> = row.points().map(Points::from_integer).collect();
    match first_moves(board, table) {
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

/// The value of each first move, from the best down, of moves that a symmetry makes equal only one. `None`
/// if some are not known.
fn first_moves(board: &Board, table: &Table) -> Option<Vec<Points>> {
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

/// The published intervals of basic ko beside those that were found.
pub fn intervals(view: &View) -> String {
    let basic_ko = Variant::named("simple-ko").expect("basic ko is in the catalogue");
    let rows = LITERATURE.intervals.iter().filter_map(|row| {
        let play = view.named(&row.board, &basic_ko)?.answer.finite_play.as_ref()?;
        let same = (row.low, row.high) == (play.low, play.high);
        let found = if same { "=".to_string() } else { format!("**[{}, {}]**", play.low, play.high) };
        Some(vec![row.board.clone(), format!("[{}, {}]", row.low, row.high), found])
    });
    table(&["board", "published", "found"], "l", rows)
}

/// What is known of published intervals that were not found.
pub fn interval_notes() -> String {
    LITERATURE.intervals.page(|_| true)
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

/// The value found here of a published position, if it is not the published one.
fn other(view: &View, row: &Valued) -> Option<Value> {
    found(view, row).filter(|found| *found != Value::Points(Points::from_integer(row.value)))
}

/// The published values of positions beside those that were found.
pub fn values(view: &View) -> String {
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
            other(view, row).map_or("=".to_string(), |found| format!("**{found}**")),
            source.name.clone(),
        ]
    });
    let heads = ["board", "position", "to move", "rules", "published", "found", "source"];
    table(&heads, "l", rows)
}

/// What is known of published values that were not found.
pub fn value_notes(view: &View) -> String {
    LITERATURE.values.page(|row| other(view, row).is_some())
}

/// Whether the numbers of legal positions are the published ones.
pub fn position_counts(view: &View) -> String {
    let published = |board: &Board| {
        LITERATURE.positions.iter().find(|row| row.board == board.to_string()).map(|row| row.count)
    };
    let other = view.positions.iter().filter(|positions| {
        published(positions.board).is_some_and(|count| count != u64::from(positions.classes.images()))
    });
    let other: Vec<String> = other.map(|positions| positions.board.to_string()).collect();
    let verdict = match other.as_slice() {
        [] => "are the published ones".to_string(),
        other => format!("differ from the published ones on **{}**", other.join(", ")),
    };
    format!("{verdict} ({})", LITERATURE.positions.source().name)
}

/// Every source.
pub fn sources() -> String {
    let sources = LITERATURE.sources.iter();
    let line = sources.map(|it| format!("* {}: {}, <{}> ({})\n", it.name, it.citation, it.url, it.rules));
    line.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solutions::table::Sought;
    use crate::solve::Budget;

    #[test]
    fn openings_that_a_symmetry_makes_equal_count_once() {
        let openings = |board: &str| {
            let (board, variant) = (Board::parse(board).unwrap(), Variant::named("psk").unwrap());
            first_moves(&board, &Table::solved(&board, &variant, Sought::FirstMoves, &Budget::default()))
                .unwrap()
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
