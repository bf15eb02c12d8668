//! The dataset: every position of the boards of up to nine intersections with its value, all best
//! moves and the length of the program's line, `dataset/BOARD/RULES.csv.gz` and what is said of these
//! in `dataset/BOARD.json`; and positions whose value depends on the history
//! ([`histories`]).
//!
//! A file is solved by one thread in one session, so its bytes are always the same. Lines are chosen
//! by a fixed rule, which on boards of this size costs little.

pub mod histories;
pub mod rows;

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::Arc;

use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};
use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::{self, BuildError};
use super::plan::{Selection, Task};
use super::results::{Context, Product};
use super::rulesets::{MaxPoints, Rulesets, is_planned};
use superko_go::Board;
use superko_go::position::legal_positions;
use superko_query::report::json;
use superko_query::report::records::{OptionValues, SCHEMA, option_values};
use superko_solve::{Budget, Limits, Stopped};

/// The boards.
pub const BOARDS: [&str; 13] =
    ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "1x9", "3x3"];

/// The rows of a board under a ruleset.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    /// The file, before it is packed; empty if it was given up at the limit.
    pub text: String,
    /// Nodes searched, or states listed.
    pub nodes: u64,
}

/// What is said of the files of a board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DatasetSheet {
    /// The version of this form.
    pub schema: u32,
    /// Rows by columns.
    pub board: String,
    /// Legal positions: a file has a row for each with each player to move.
    pub positions: usize,
    /// The files.
    pub files: Vec<DatasetFile>,
}

/// A file of rows.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DatasetFile {
    /// The name of the ruleset with its options, and of the file: `BOARD/NAME.csv.gz`. If no value is listed, there is
    /// no file, as the rows were not solved within the limit.
    pub name: String,
    /// The ruleset.
    pub rules: String,
    /// Every option that it has.
    pub options: OptionValues,
    /// For each value the number of rows that have it.
    pub values: BTreeMap<String, u32>,
    /// Nodes searched, or states listed.
    pub nodes: u64,
}

/// The error of solving a file.
#[derive(Debug)]
struct GivenUp(Stopped);

impl From<Stopped> for GivenUp {
    fn from(stopped: Stopped) -> GivenUp {
        GivenUp(stopped)
    }
}

/// Packs what is written, the same way everywhere.
pub struct Packer<W: Write>(GzEncoder<W>);

impl<W: Write> Packer<W> {
    /// Packs into `to`.
    pub fn new(to: W) -> Packer<W> {
        // Neither a time nor a system is named.
        Packer(GzBuilder::new().mtime(0).operating_system(255).write(to, Compression::best()))
    }

    /// Ends the file, and returns where it was written.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

impl<W: Write> Write for Packer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Packs a text.
pub fn packed(text: &str) -> Vec<u8> {
    let mut packer = Packer::new(Vec::new());
    packer.write_all(text.as_bytes()).and_then(|()| packer.finish()).expect("memory can be written")
}

/// Unpacks a text. Error: why it cannot be.
pub fn unpacked(bytes: &[u8]) -> Result<String, String> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// The path of the rows of a task.
fn rows_path(task: &Task) -> String {
    format!("dataset/{}/{}.csv.gz", task.folder(), task.variant_name())
}

impl Product for Dataset {
    const NAME: &'static str = "rows of the dataset";

    fn plan(selection: &Selection) -> Vec<Task> {
        if !selection.rulesets.are_of_the_catalogue() {
            return Vec::new();
        }
        let mut tasks = selection.tasks(&BOARDS, &selection.rulesets.shown());
        tasks.retain(|task| {
            let variant = task.variant();
            is_planned(&variant, task.board()) && task.points() <= MaxPoints::of(&variant).every
        });
        tasks
    }

    fn job(task: &Task) -> String {
        format!("dataset of {}", task.name())
    }

    fn limits(task: &Task, max_nodes: u64) -> Limits {
        jobs::limits(task.variant().always_ends(), max_nodes)
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Dataset, BuildError> {
        let mut text = String::from(rows::HEAD);
        let game = task.variant().game(task.board().clone());
        let solved = rows::rows(&game, budget, |row| -> Result<(), GivenUp> {
            text.push_str(&row.text(&game));
            Ok(())
        });
        match solved {
            Ok(()) => {}
            Err(GivenUp(Stopped::Interrupted)) => return Err(BuildError::Interrupted),
            Err(GivenUp(_)) => text.clear(),
        }
        Ok(Dataset { text, nodes: budget.nodes() })
    }

    fn nodes(results: &[&Dataset]) -> u64 {
        results.iter().map(|found| found.nodes).sum()
    }

    fn complete(&self) -> bool {
        !self.text.is_empty()
    }

    fn contradiction(&self, task: &Task, _: &Rulesets, thorough: bool) -> Option<String> {
        if !thorough || !self.complete() {
            return None;
        }
        let fault = rows::contradiction(&self.text, &task.variant().game(task.board().clone()))?;
        Some(format!("{}: {fault}", task.variant_name()))
    }

    fn path(task: &Task) -> String {
        format!("dataset/{}.json", task.folder())
    }

    fn location(task: &Task) -> String {
        rows_path(task)
    }

    fn owns(path: &str) -> bool {
        path.starts_with("dataset/") && path.ends_with(".json") && path != histories::PATH
    }

    fn write(results: &[(&Task, &Dataset)]) -> Vec<(String, String)> {
        let Some((task, _)) = results.first() else { return Vec::new() };
        let file = |(task, found): &(&Task, &Dataset)| DatasetFile {
            name: task.variant_name(),
            rules: task.variant().entry.id.to_string(),
            options: option_values(&task.variant()),
            values: rows::distribution(&found.text),
            nodes: found.nodes,
        };
        let sheet = DatasetSheet {
            schema: SCHEMA,
            board: task.board_name().to_string(),
            positions: legal_positions(task.board()).count(),
            files: results.iter().map(file).collect(),
        };
        let files = results.iter().filter(|(_, found)| found.complete());
        let files = files.map(|(task, found)| (rows_path(task), found.text.clone()));
        std::iter::once((Dataset::path(task), json::text(&sheet))).chain(files).collect()
    }

    fn bytes(path: &str, text: String) -> Vec<u8> {
        if path.ends_with(".gz") { packed(&text) } else { text.into_bytes() }
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Dataset)>, String> {
        let sheet: DatasetSheet = folder::record(path, files)?;
        let board = Board::parse(&sheet.board).map_err(|error| format!("{path}: {error}"))?;
        let read = |file: DatasetFile| {
            let named = rulesets.named(&file.name);
            let variant = named.ok_or_else(|| format!("{path}: {} is no game", file.name))?;
            let task = Task::of(&board, &variant);
            let rows = rows_path(&task);
            let text = match file.values.is_empty() {
                true => String::new(),
                false => {
                    let bytes = files.get(&rows).ok_or_else(|| format!("{rows}: missing"))?;
                    unpacked(bytes).map_err(|error| format!("{rows}: {error}"))?
                }
            };
            Ok((task, Dataset { text, nodes: file.nodes }))
        };
        sheet.files.into_iter().map(read).collect()
    }
}
