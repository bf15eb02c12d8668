//! The value of every legal position of a board, with either player to move, as the start of a new
//! game: `strong/BOARD.csv`, and what is said of its columns in `strong/BOARD.json`.
//!
//! Positions that a symmetry of the board or an exchange of the colours makes equal have one row:
//! the representative has Black to move and is, of its images, the first in the order of their
//! texts. A column is a game, solved by one thread with one lemma table for all of its rows, in
//! their order, so its bytes are always the same.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use serde::de::value::StrDeserializer;
use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::{self, BuildError};
use super::manifest::Proves;
use super::plan::{LARGEST_FACTOR, Selection, Task};
use super::results::{Columns, Context, Product};
use super::rulesets::{self, MaxPoints, Rulesets, is_planned};
use super::statement::Stated;
use superko_go::classes::Classes;
use superko_go::{Board, Player, Position};
use superko_query::report::json;
use superko_query::report::records::{OptionValues, SCHEMA, option_values};
use superko_rules::{Game, Line, Points, Rules, State};
use superko_solve::{Budget, Limits, Session, Value};

/// The boards every position of which is solved under every variant.
const BOARDS: [&str; 12] =
    ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "3x3"];

/// Larger boards, solved under each ruleset with the default of every option.
const LARGE: [&str; 1] = ["1x9"];

/// The largest boards, solved under the rulesets that reach them, with the default of every option
/// and [`LARGEST_FACTOR`] times the nodes. One lemma values many positions, so each takes a few
/// dozen nodes.
const LARGEST: [&str; 1] = ["2x5"];

/// More of them, solved under each ruleset with the default of every option under which games may
/// go on for ever: one retrograde analysis values all positions.
const LOOPY: [&str; 2] = ["2x5", "3x4"];

/// A game solved on every class of a board.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The rows.
    pub classes: Arc<Classes>,
    /// The value of each row; none if the column was given up at the limit.
    pub values: Vec<Value>,
    /// The number of rows that were valued.
    pub rows: usize,
    /// Nodes searched, or states listed.
    pub nodes: u64,
    /// Lemmas, or states, at the end; 0 if the column was given up.
    pub results: usize,
}

impl Column {
    /// Solves a column.
    pub fn solved(board: &Board, variant: &Rules, budget: &Budget) -> Column {
        let game = variant.game(board.clone());
        let classes = Arc::new(Classes::of(board));
        let start = |position: Position| game.start(position, Player::Black);
        let states: Vec<State> = classes.positions().map(start).collect();
        let session = Session::new(&game).with_first_nodes(u64::MAX);
        let (values, stopped) = session.values(&states, budget);
        let (rows, nodes) = (values.len(), budget.nodes());
        match stopped {
            None => Column { classes, values, rows, nodes, results: session.results() },
            Some(_) => Column { classes, values: Vec::new(), rows, nodes, results: 0 },
        }
    }

    /// The value of any position of the board; `None` if the column was given up.
    pub fn value(&self, position: &Position, mover: Player) -> Option<Value> {
        let shown = if mover == Player::Black { *position } else { position.exchanged() };
        let value = *self.values.get(self.classes.row(&shown)?)?;
        Some(match (mover, value) {
            (Player::White, Value::Points(points)) => Value::Points(-points),
            _ => value,
        })
    }

    /// For each value the number of positions that have it, Black to move; `None` stands for no
    /// result.
    pub fn distribution(&self) -> BTreeMap<Option<Points>, u32> {
        let mut counts = BTreeMap::new();
        for (value, class) in self.values.iter().zip(&self.classes.rows) {
            *counts.entry(value.points()).or_insert(0) += class.images;
        }
        counts
    }
}

/// The finished columns of each board, small boards first.
pub fn by_board(columns: &BTreeMap<Task, Column>) -> Vec<Columns<'_>> {
    let mut boards: Vec<Columns> = Vec::new();
    for (task, column) in columns.iter().filter(|(_, column)| column.complete()) {
        if boards.last().is_none_or(|last| last.board.to_string() != task.board_name()) {
            boards.push(Columns { board: task.board(), rows: &column.classes.rows, values: BTreeMap::new() });
        }
        let last = boards.last_mut().expect("there is a board");
        last.values.insert(task.variant_name(), &column.values);
    }
    boards.sort_by_key(|columns| columns.board.points());
    boards
}

/// What is said of the columns of a board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The version of this form.
    pub schema: u32,
    /// Rows by columns.
    pub board: String,
    /// Legal positions: each is a start with each player to move.
    pub positions: u32,
    /// Rows: positions that differ by more than a symmetry.
    pub classes: usize,
    /// The columns.
    pub columns: Vec<AboutColumn>,
    /// Variants that were not finished within the limit of nodes, and have no column.
    pub unfinished: Vec<Unfinished>,
}

/// What is said of a column.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AboutColumn {
    /// The name of the column.
    pub name: String,
    /// The ruleset.
    pub rules: String,
    /// Every option that it has.
    pub options: OptionValues,
    /// For each value the number of positions that have it, Black to move.
    pub distribution: BTreeMap<String, u32>,
    /// Nodes searched, or states listed.
    pub nodes: u64,
    /// Lemmas, or states, at the end.
    pub results: usize,
}

/// A column that is not there.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// Its name.
    pub name: String,
    /// The nodes after which it was given up.
    pub nodes: u64,
    /// The rows that were valued by then.
    pub rows: usize,
}

impl AboutColumn {
    fn of(task: &Task, column: &Column) -> AboutColumn {
        let variant = task.variant();
        let text = |points: Option<Points>| points.map_or(Value::NoResult, Value::Points).to_string();
        let distribution = column.distribution().into_iter().map(|(points, count)| (text(points), count));
        AboutColumn {
            name: rulesets::name(&variant),
            rules: variant.entry.id.to_string(),
            options: option_values(&variant),
            distribution: distribution.collect(),
            nodes: column.nodes,
            results: column.results,
        }
    }
}

/// The rows of some columns as a CSV text.
fn csv(classes: &Classes, columns: &[(&Task, &Column)]) -> String {
    let mut text = String::from("position,images");
    for (task, _) in columns {
        let _ = write!(text, ",{}", task.variant_name());
    }
    text.push('\n');
    for (row, class) in classes.rows.iter().enumerate() {
        let _ = write!(text, "{},{}", class.text, class.images);
        for (_, column) in columns {
            let _ = write!(text, ",{}", column.values[row]);
        }
        text.push('\n');
    }
    text
}

/// Reads the names of the columns of a CSV text, and the values of each.
fn read_csv(text: &str, classes: &Classes) -> Result<Vec<(String, Vec<Value>)>, String> {
    let mut lines = text.lines();
    let names = lines.next().unwrap_or_default().split(',').skip(2);
    let mut columns: Vec<(String, Vec<Value>)> = names.map(|name| (name.to_string(), Vec::new())).collect();
    let mut rows = 0;
    for (class, line) in classes.rows.iter().zip(lines.by_ref()) {
        let mut cells = line.split(',');
        if cells.next() != Some(&class.text) || cells.next().is_none() {
            return Err(format!("{line:?}: expected the row of {}", class.text));
        }
        for (_, values) in &mut columns {
            let cell = cells.next().ok_or_else(|| format!("{line:?}: expected more cells"))?;
            let value = Value::deserialize(StrDeserializer::<serde::de::value::Error>::new(cell));
            values.push(value.map_err(|error| error.to_string())?);
        }
        if cells.next().is_some() {
            return Err(format!("{line:?}: expected fewer cells"));
        }
        rows += 1;
    }
    if rows < classes.rows.len() || lines.next().is_some() {
        return Err(format!("expected {} rows, one for each class of positions", classes.rows.len()));
    }
    Ok(columns)
}

impl Product for Column {
    const NAME: &'static str = "columns of all positions";
    const COLUMNS: bool = true;

    fn plan(selection: &Selection) -> Vec<Task> {
        let defaults = selection.rulesets.shown();
        let loopy: Vec<Rules> = defaults.iter().filter(|variant| !variant.always_ends()).copied().collect();
        let mut tasks = selection.tasks(&BOARDS, &selection.rulesets.all());
        tasks.extend(selection.tasks(&LARGE, &defaults));
        let searched: Vec<Rules> = defaults.iter().filter(|variant| variant.always_ends()).copied().collect();
        tasks.extend(selection.tasks(&LARGEST, &searched));
        tasks.extend(selection.tasks(&LOOPY, &loopy));
        tasks.retain(|task| {
            let variant = task.variant();
            is_planned(&variant, task.board()) && task.points() <= MaxPoints::of(&variant).every
        });
        tasks
    }

    fn job(task: &Task) -> String {
        format!("every position of {}, {}", task.board_name(), task.variant_name())
    }

    fn node_factor(task: &Task) -> u64 {
        if LARGEST.contains(&task.board_name()) && task.variant().always_ends() { LARGEST_FACTOR } else { 1 }
    }

    fn limits(task: &Task, max_nodes: u64) -> Limits {
        jobs::limits(task.variant().always_ends(), max_nodes.saturating_mul(Self::node_factor(task)))
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Column, BuildError> {
        Ok(Column::solved(task.board(), &task.variant(), budget))
    }

    fn nodes(results: &[&Column]) -> u64 {
        results.iter().map(|column| column.nodes).sum()
    }

    fn complete(&self) -> bool {
        self.rows == self.classes.rows.len()
    }

    fn path(task: &Task) -> String {
        format!("strong/{}.csv", task.folder())
    }

    fn second_file(path: &str) -> Option<String> {
        Some(path.replace(".csv", ".json"))
    }

    fn owns(path: &str) -> bool {
        path.starts_with("strong/") && path.ends_with(".csv")
    }

    fn write(results: &[(&Task, &Column)]) -> Vec<(String, String)> {
        let Some((task, Column { classes, .. })) = results.first() else { return Vec::new() };
        let (finished, stopped): (Vec<_>, Vec<_>) =
            results.iter().copied().partition(|(_, column)| column.complete());
        let unfinished = |(task, column): (&Task, &Column)| Unfinished {
            name: task.variant_name(),
            nodes: column.nodes,
            rows: column.rows,
        };
        let about = About {
            schema: SCHEMA,
            board: task.board_name().to_string(),
            positions: classes.images(),
            classes: classes.rows.len(),
            columns: finished.iter().map(|(task, column)| AboutColumn::of(task, column)).collect(),
            unfinished: stopped.into_iter().map(unfinished).collect(),
        };
        let path = Column::path(task);
        let beside = path.replace(".csv", ".json");
        vec![(path, csv(classes, &finished)), (beside, json::text(&about))]
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Column)>, String> {
        let beside = path.replace(".csv", ".json");
        let about: About = folder::record(&beside, files)?;
        let board = Board::parse(&about.board).map_err(|error| format!("{beside}: {error}"))?;
        let classes = Arc::new(Classes::of(&board));
        let text = folder::text(path, files)?;
        let columns = read_csv(text, &classes).map_err(|fault| format!("{path}: {fault}"))?;
        if !columns.iter().map(|(name, _)| name).eq(about.columns.iter().map(|column| &column.name)) {
            return Err(format!("{path}: the columns are not those of {beside}"));
        }
        let task = |name: &str| match rulesets.named(name) {
            Some(variant) => Ok(Task::of(&board, &variant)),
            None => Err(format!("{path}: the column {name} is no game")),
        };
        let mut results = Vec::new();
        for ((name, values), AboutColumn { nodes, results: lemmas, .. }) in
            columns.into_iter().zip(about.columns)
        {
            let (classes, rows) = (Arc::clone(&classes), values.len());
            results.push((task(&name)?, Column { classes, values, rows, nodes, results: lemmas }));
        }
        for Unfinished { name, nodes, rows } in about.unfinished {
            let classes = Arc::clone(&classes);
            results.push((task(&name)?, Column { classes, values: Vec::new(), rows, nodes, results: 0 }));
        }
        Ok(results)
    }

    fn provable(&self) -> Option<Proves> {
        self.complete().then_some(Proves::EveryRow)
    }

    fn certificate(task: &Task) -> Option<String> {
        Some(format!("strong/{}/{}.cert", task.folder(), task.variant_name()))
    }

    fn states(&self, game: &Game, _: Proves) -> Vec<Stated> {
        let stated = |(position, value): (Position, &Value)| Stated {
            line: Line::new(game, position, Player::Black),
            value: Some(*value),
            finite_play: None,
        };
        self.classes.positions().zip(&self.values).map(stated).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::position::legal_positions;
    use superko_solve::{Request, solve};

    fn solved(board: &str, name: &str, budget: &Budget) -> (Task, Column) {
        let (board, variant) = (Board::parse(board).unwrap(), Rulesets::Catalogue.named(name).unwrap());
        (Task::of(&board, &variant), Column::solved(&board, &variant, budget))
    }

    /// The files of some columns of a board.
    fn written(columns: &[(Task, Column)]) -> Files {
        let columns: Vec<(&Task, &Column)> = columns.iter().map(|(task, column)| (task, column)).collect();
        Column::write(&columns).into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
    }

    #[test]
    fn every_position_has_the_value_that_it_has_by_itself() {
        for board in ["1x4", "2x2"] {
            for name in ["simple-ko+suicide-allowed", "psk", "nssk", "kee2009", "kee2020+lift-produced"] {
                let (task, column) = solved(board, name, &Budget::default());
                let game = task.variant().game(task.board().clone());
                for position in legal_positions(task.board()) {
                    for mover in Player::ALL {
                        let state = game.start(position, mover);
                        let alone = solve(&game, &state, &Request::default(), &Budget::default());
                        assert_eq!(column.value(&position, mover), alone.value.exact(), "{name} {state:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_two_files_are_read_back_and_must_agree() {
        let columns = ["simple-ko", "psk"].map(|name| solved("1x3", name, &Budget::default()));
        let files = written(&columns);
        assert_eq!(Column::read("strong/1x3.csv", &files, &Rulesets::Catalogue).unwrap(), columns);
        let refused = |path: &str, from: &str, to: &str| {
            let mut changed = files.clone();
            let text = folder::text(path, &files).unwrap();
            assert!(text.contains(from), "{text}");
            changed.insert(path.to_string(), text.replace(from, to).into_bytes());
            Column::read("strong/1x3.csv", &changed, &Rulesets::Catalogue).unwrap_err()
        };
        let (csv, json) = ("strong/1x3.csv", "strong/1x3.json");
        assert!(refused(csv, "psk\n", "ssk\n").contains("columns"));
        assert!(refused(csv, "\n.X.,", "\n.O.,").contains("expected the row of .X."));
        assert!(refused(csv, ".X.,1,3,3\n", "").contains("expected the row"));
        assert!(refused(csv, ".X.,1,3", ".X.,1,three").contains("expected a score"));
        assert!(refused(json, "\"1x3\"", "\"two\"").contains("expected ROWSxCOLUMNS"));
    }

    #[test]
    fn a_column_that_reaches_the_limit_is_named_and_left_out() {
        let limits = Limits { nodes: Some(50), ..Limits::default() };
        let column = solved("1x4", "kee2020", &Budget::new(limits));
        let rows = column.1.rows;
        assert!(!column.1.complete() && rows < column.1.classes.rows.len());
        let files = written(&[column]);
        let text = folder::text("strong/1x4.json", &files).unwrap();
        assert!(text.contains("\"columns\": []") && text.contains(&format!("\"rows\": {rows}")), "{text}");
    }
}
