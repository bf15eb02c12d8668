//! Strong tables: the value of every legal position, with either player to move, as the start of a new game.
//!
//! Positions that a symmetry of the board or an exchange of the colours makes equal have one row: the
//! representative has Black to move and is, of its images, the first in the order of their texts. A column
//! is a game, solved by one thread with one lemma table for all of its rows, in their order, so its bytes
//! are always the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::variant::Variant;
use crate::go::notation::diagram_line;
use crate::go::position::legal_positions;
use crate::go::{Board, Player, Position, Symmetry};
use crate::report::record::SCHEMA;
use crate::rules::{Points, State};
use crate::solve::{Budget, Session, Stopped};

/// Positions that a symmetry makes equal, Black to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// The representative.
    pub position: Position,
    /// How many positions there are.
    pub images: u32,
}

/// The texts of the images of a position under the symmetries of the board.
fn images(board: &Board, position: &Position) -> BTreeSet<String> {
    let image = |symmetry: &Symmetry| {
        let stones = position.stones.map(|set| symmetry.set(set));
        diagram_line(board, &Position { stones })
    };
    board.symmetries().iter().map(image).collect()
}

/// The text of the image that stands for them all.
fn representative(board: &Board, position: &Position) -> String {
    images(board, position).pop_first().expect("a position is an image of itself")
}

/// All classes of a board: few stones first, then in the order of their texts.
pub fn classes(board: &Board) -> Vec<Class> {
    let mut classes = Vec::new();
    for position in legal_positions(board) {
        let images = images(board, &position);
        let own = diagram_line(board, &position);
        if images.first() == Some(&own) {
            classes.push((position.occupied().count_ones(), own, images.len() as u32, position));
        }
    }
    classes.sort();
    classes.into_iter().map(|(_, _, images, position)| Class { position, images }).collect()
}

/// A game solved on every class of a board.
#[derive(Debug, Clone)]
pub struct Column {
    /// The name of the variant.
    pub name: String,
    /// The value of each class, as text.
    pub values: Vec<String>,
    /// What it took.
    pub nodes: u64,
    /// Lemmas, or states, at the end.
    pub results: usize,
    /// What stopped it: then only the first values are there.
    pub stopped: Option<Stopped>,
}

/// Solves a column.
pub fn solve_column(board: &Board, variant: &Variant, budget: &Arc<Budget>) -> Column {
    let game = variant.game(board.clone());
    let start = |class: &Class| game.start(class.position, Player::Black);
    let states: Vec<State> = classes(board).iter().map(start).collect();
    let session = Session::new(&game);
    let (values, stopped) = session.values(&states, budget);
    Column {
        name: variant.name(),
        values: values.iter().map(ToString::to_string).collect(),
        nodes: budget.nodes(),
        results: session.results(),
        stopped,
    }
}

/// What a strong table says beside its rows: `strong/BOARD.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Rows by columns.
    pub board: String,
    /// Legal positions: with each player to move there is a start for each.
    pub positions: u32,
    /// Rows: positions that differ by more than a symmetry.
    pub classes: usize,
    /// The columns.
    pub columns: Vec<AboutColumn>,
    /// Variants that were not finished within the limit of nodes, and have no column.
    pub unfinished: Vec<Unfinished>,
}

/// What is told of a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AboutColumn {
    /// The name of the column.
    pub name: String,
    /// The ruleset.
    pub rules: String,
    /// Every option that it has.
    pub options: BTreeMap<String, String>,
    /// For each value the number of positions that have it, Black to move.
    pub distribution: BTreeMap<String, u32>,
    /// Nodes searched, or states listed.
    pub nodes: u64,
    /// Lemmas, or states, at the end.
    pub results: usize,
}

/// A column that is not there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// Its name.
    pub name: String,
    /// The nodes after which it was given up.
    pub nodes: u64,
    /// The rows that were valued by then.
    pub rows: usize,
}

/// A strong table.
#[derive(Debug, Clone)]
pub struct Strong {
    /// The board.
    pub board: Board,
    /// The rows.
    pub classes: Vec<Class>,
    /// The names of the columns, each with the value of each row.
    pub columns: Vec<(String, Vec<String>)>,
    /// What is said beside them.
    pub about: About,
}

impl Strong {
    /// Puts columns together.
    pub fn of(board: &Board, columns: Vec<Column>) -> Strong {
        let classes = classes(board);
        let (finished, stopped): (Vec<Column>, Vec<Column>) =
            columns.into_iter().partition(|column| column.stopped.is_none());
        let unfinished =
            |column: Column| Unfinished { name: column.name, nodes: column.nodes, rows: column.values.len() };
        let about = About {
            schema: SCHEMA,
            board: board.to_string(),
            positions: classes.iter().map(|class| class.images).sum(),
            classes: classes.len(),
            columns: finished.iter().map(|column| about_column(column, &classes)).collect(),
            unfinished: stopped.into_iter().map(unfinished).collect(),
        };
        let columns = finished.into_iter().map(|column| (column.name, column.values)).collect();
        Strong { board: board.clone(), classes, columns, about }
    }

    /// The values of a column, if it is there.
    pub fn column(&self, name: &str) -> Option<&[String]> {
        self.columns.iter().find(|(column, _)| column == name).map(|(_, values)| values.as_slice())
    }

    /// A column as it was solved, or given up: of the latter the number of rows is known, and not their values.
    pub fn take_out(&self, name: &str) -> Option<Column> {
        let About { columns, unfinished, .. } = &self.about;
        let name = name.to_string();
        if let Some(about) = columns.iter().find(|column| column.name == name) {
            let values = self.column(&name)?.to_vec();
            return Some(Column { name, values, nodes: about.nodes, results: about.results, stopped: None });
        }
        let about = unfinished.iter().find(|column| column.name == name)?;
        let values = vec![String::new(); about.rows];
        Some(Column { name, values, nodes: about.nodes, results: 0, stopped: Some(Stopped::Nodes) })
    }

    /// The value of any position of the board under a variant that has a column.
    pub fn value(&self, name: &str, position: &Position, mover: Player) -> Option<String> {
        let values = self.column(name)?;
        let shown = if mover == Player::Black { *position } else { position.exchanged() };
        let own = representative(&self.board, &shown);
        let row = self.classes.iter().position(|class| diagram_line(&self.board, &class.position) == own)?;
        match (mover, points(&values[row])) {
            (Player::White, Some(points)) => Some((-points).to_string()),
            _ => Some(values[row].clone()),
        }
    }

    /// The rows as a CSV text.
    pub fn csv(&self) -> String {
        let mut text = String::from("position,images");
        for (name, _) in &self.columns {
            let _ = write!(text, ",{name}");
        }
        text.push('\n');
        for (row, Class { position, images }) in self.classes.iter().enumerate() {
            let _ = write!(text, "{},{images}", diagram_line(&self.board, position));
            for (_, values) in &self.columns {
                let _ = write!(text, ",{}", values[row]);
            }
            text.push('\n');
        }
        text
    }

    /// Reads the two files of a strong table back.
    ///
    /// # Errors
    /// What is wrong with them, or how they contradict each other.
    pub fn read(about: &str, csv: &str) -> Result<Strong, String> {
        let about: About = serde_json::from_str(about).map_err(|error| error.to_string())?;
        let board = Board::parse(&about.board).map_err(|error| error.to_string())?;
        let mut lines = csv.lines();
        let names: Vec<&str> = lines.next().unwrap_or_default().split(',').skip(2).collect();
        let mut columns: Vec<(String, Vec<String>)> =
            names.iter().map(|name| (name.to_string(), Vec::new())).collect();
        for line in lines {
            let cells: Vec<&str> = line.split(',').collect();
            if cells.len() != names.len() + 2 {
                return Err(format!("{line:?}: expected {} cells", names.len() + 2));
            }
            for ((_, values), cell) in columns.iter_mut().zip(&cells[2..]) {
                values.push(cell.to_string());
            }
        }
        let classes = classes(&board);
        if columns.iter().any(|(_, values)| values.len() != classes.len()) {
            return Err(format!("expected {} rows, one for each class of positions", classes.len()));
        }
        let strong = Strong { board, classes, columns, about };
        strong.check(csv)?;
        Ok(strong)
    }

    /// Whether rows, columns and what is said of them belong together.
    fn check(&self, csv: &str) -> Result<(), String> {
        if self.csv() != csv {
            return Err("the rows are not the classes of the board in their order".to_string());
        }
        let named = self.about.columns.iter().map(|about| &about.name);
        if !named.eq(self.columns.iter().map(|(name, _)| name)) {
            return Err("the columns are not those of the JSON object".to_string());
        }
        for (about, (name, values)) in self.about.columns.iter().zip(&self.columns) {
            if about.distribution != distribution(values, &self.classes) {
                return Err(format!("the distribution of {name} is not that of its column"));
            }
        }
        Ok(())
    }
}

fn about_column(column: &Column, classes: &[Class]) -> AboutColumn {
    let variant = Variant::named(&column.name).expect("a column is named after its variant");
    let options = variant.entry.settings(&variant.options);
    AboutColumn {
        name: column.name.clone(),
        rules: variant.entry.id.to_string(),
        options: options
            .into_iter()
            .map(|(axis, value)| (axis.name().to_string(), value.to_string()))
            .collect(),
        distribution: distribution(&column.values, classes),
        nodes: column.nodes,
        results: column.results,
    }
}

/// A value as a number, if it is one.
pub fn points(value: &str) -> Option<Points> {
    match value.split_once('/') {
        None => value.parse().ok().map(Points::from_integer),
        Some((numer, denom)) => {
            let denom = denom.parse().ok().filter(|denom| *denom > 0)?;
            Some(Points::new(numer.parse().ok()?, denom))
        }
    }
}

fn distribution(values: &[String], classes: &[Class]) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for (value, class) in values.iter().zip(classes) {
        *counts.entry(value.clone()).or_insert(0) += class.images;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Request, solve};

    fn strong(board: &str, names: &[&str]) -> Strong {
        let board = Board::parse(board).unwrap();
        let columns = names
            .iter()
            .map(|name| solve_column(&board, &Variant::named(name).unwrap(), &Arc::new(Budget::default())));
        Strong::of(&board, columns.collect())
    }

    #[test]
    fn every_legal_position_is_an_image_of_one_class() {
        for name in ["1x1", "1x4", "2x2", "2x3"] {
            let board = Board::parse(name).unwrap();
            let of_classes: Vec<String> =
                classes(&board).iter().flat_map(|class| images(&board, &class.position)).collect();
            let all: BTreeSet<String> = legal_positions(&board).map(|p| diagram_line(&board, &p)).collect();
            assert_eq!(of_classes.len(), all.len());
            assert_eq!(of_classes.into_iter().collect::<BTreeSet<String>>(), all);
            assert!(classes(&board).is_sorted_by_key(|class| class.position.occupied().count_ones()));
        }
    }

    #[test]
    fn every_position_has_the_value_that_it_has_by_itself() {
        let names = ["simple-ko+suicide-allowed", "psk", "nssk", "kee2009", "kee2020+lift-produced"];
        for board in ["1x4", "2x2"] {
            let strong = strong(board, &names);
            for name in names {
                let game = Variant::named(name).unwrap().game(strong.board.clone());
                for position in legal_positions(&strong.board) {
                    for mover in Player::ALL {
                        let state = game.start(position, mover);
                        let alone = solve(&game, &state, &Request::default(), &Budget::default());
                        let alone = alone.value.exact().map(|value| value.to_string());
                        assert_eq!(strong.value(name, &position, mover), alone, "{name} {state:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_two_files_are_read_back_and_must_agree() {
        let strong = strong("1x3", &["psk", "simple-ko"]);
        let about = crate::report::json::text(&strong.about);
        let read = Strong::read(&about, &strong.csv()).unwrap();
        assert_eq!((read.csv(), &read.about), (strong.csv(), &strong.about));
        let refused = |about: &str, csv: &str| Strong::read(about, csv).unwrap_err();
        assert!(refused(&about, &strong.csv().replace(".X.,1,3", ".X.,1,2")).contains("distribution of psk"));
        assert!(refused(&about, &strong.csv().replace("psk,", "ssk,")).contains("columns"));
        assert!(refused(&about, &strong.csv().replace(".X.,1", ".X.,2")).contains("classes"));
        assert!(refused(&about, "position,images,psk,simple-ko\n").contains("rows"));
        assert!(
            refused(&about.replace("\"1x3\"", "\"two\""), &strong.csv()).contains("expected ROWSxCOLUMNS")
        );
    }

    #[test]
    fn a_column_that_reaches_the_limit_is_told_and_left_out() {
        let board = Board::parse("1x4").unwrap();
        let limit = crate::solve::Limits { nodes: Some(50), ..Default::default() };
        let variant = Variant::named("kee2020").unwrap();
        let column = solve_column(&board, &variant, &Arc::new(Budget::new(limit)));
        let strong = Strong::of(&board, vec![column]);
        assert_eq!(strong.columns.len(), 0);
        assert_eq!(strong.about.unfinished[0].name, "kee2020");
        assert!(strong.about.unfinished[0].rows < strong.classes.len());
    }

    #[test]
    fn values_are_numbers_or_none() {
        let number = |numer, denom| Some(Points::new(numer, denom));
        assert_eq!(
            [points("-2"), points("1/2"), points("-7/3")],
            [number(-2, 1), number(1, 2), number(-7, 3)]
        );
        assert_eq!([points("no-result"), points("1/0"), points("")], [None; 3]);
    }
}
