//! How many legal positions a board has, how many games there are, and how many positions have
//! which value: `counts/BOARD.json`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::{self, BuildError};
use super::plan::{BOARDS, LARGE, Selection, Task, is_superko};
use super::positions::Column;
use super::results::{Context, Product};
use super::rulesets::{MaxPoints, Rulesets};
use superko_go::board::MAX_POINTS;
use superko_go::{Board, Player, Position};
use superko_query::report::json;
use superko_query::report::records::SCHEMA;
use superko_rules::catalogue;
use superko_solve::count::values::Values;
use superko_solve::retrograde::basic_ko::Plays;
use superko_solve::{Budget, Limits, count};
use superko_store::sums::RunningSum;

/// Boards whose positions are counted, and by their values under basic ko alone, which takes three
/// bytes a state.
const BASIC_KO: [&str; 4] = ["3x5", "2x8", "3x6", "4x5"];

/// Boards whose positions are counted and nothing else.
const COUNTED: [&str; 4] = ["5x5", "6x6", "7x7", "8x8"];

/// Steps that a count may take for each node that a search may visit.
pub const MAX_STEPS_PER_NODE: u64 = 1000;

/// Approximate number of steps of a count that take as long as one search node.
const STEPS_PER_NODE: u64 = 300;

/// Something that was counted.
#[derive(Debug, Clone, PartialEq)]
pub enum Count {
    /// The legal positions of a board.
    Positions(u128),
    /// The games from the empty board under a variant, Black moving first.
    Games {
        /// The number; `None` if it was not found within the limit.
        count: Option<u128>,
        /// The steps that it took.
        steps: u64,
    },
    /// The positions of a board by their values, under a variant whose games may go on for ever.
    Values {
        /// The counts; `None` if they were not found within the limit.
        counts: Option<Values>,
        /// The states that were listed.
        nodes: u64,
    },
}

/// The file of a board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// The version of this form.
    pub schema: u32,
    /// The board.
    pub board: String,
    /// The number of its legal positions: too large for many readers of JSON, so a text. It is empty in a share of the work, or
    /// in what an interruption has left, that does not have it yet.
    pub legal_positions: String,
    /// The number of games from the empty board, Black moving first.
    pub games: Vec<Games>,
    /// Its positions by their values, under each variant whose games may go on for ever.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Valued>,
}

/// The number of games under a variant.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The name of the variant.
    pub rules: String,
    /// The number, as a text; `null` if it was not found within the limit.
    pub count: Option<String>,
    /// The steps that it took.
    pub steps: u64,
}

/// The positions of a board by their values under a variant.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Valued {
    /// The name of the variant.
    pub rules: String,
    /// The counts; `null` if they were not found within the limit.
    pub counts: Option<Values>,
    /// The states that were listed.
    pub nodes: u64,
}

/// Whether the games of a task are counted: with three intersections and fewer under the superkos,
/// with four under each with its defaults, and with two and fewer under other rulesets, which have
/// far more games.
fn games_are_counted(task: &Task) -> bool {
    let variant = task.variant();
    let max_points = match (is_superko(&variant), variant.varied().is_empty()) {
        (false, _) => 2,
        (true, true) => 4,
        (true, false) => 3,
    };
    let other = catalogue::is_of_another_document(variant.entry);
    variant.always_ends() && task.points() <= max_points && !other
}

impl Product for Count {
    const NAME: &'static str = "counts";

    /// Positions are counted by their values where games may go on for ever, so that one retrograde
    /// analysis values all of them, and either a column of every position is planned or no larger
    /// board is out of reach.
    fn plan(selection: &Selection) -> Vec<Task> {
        let rulesets = &selection.rulesets;
        let lists = match rulesets.are_of_the_catalogue() {
            true => vec![&BOARDS[..], &LARGE, &BASIC_KO, &COUNTED],
            false => vec![&BOARDS[..]],
        };
        let boards = lists.into_iter().flat_map(|list| selection.boards(list));
        let mut tasks: Vec<Task> = boards.map(|board| Task::about(&board)).collect();
        let games = selection.tasks(&BOARDS, &rulesets.all());
        tasks.extend(games.into_iter().filter(games_are_counted));
        let mut values = selection.tasks(&BOARDS, &rulesets.all());
        if rulesets.are_of_the_catalogue() {
            values.extend(selection.tasks(&LARGE, &rulesets.shown()));
            let all = selection.tasks(&BASIC_KO, &rulesets.shown());
            values.extend(
                all.into_iter()
                    .filter(|task| Plays::of(&task.variant().game(task.board().clone())).is_some()),
            );
        }
        let columns = Column::plan(selection);
        tasks.extend(values.into_iter().filter(|task| {
            let variant = task.variant();
            let all = MaxPoints::of(&variant).every == MAX_POINTS;
            !variant.always_ends() && (all || columns.contains(task))
        }));
        tasks
    }

    fn job(task: &Task) -> String {
        format!("counts of {}", task.name())
    }

    fn limits(task: &Task, max_nodes: u64) -> Limits {
        let steps = max_nodes.saturating_mul(MAX_STEPS_PER_NODE);
        match (task.has_variant(), task.has_variant() && task.variant().always_ends()) {
            // Neither time nor nodes are limited; and the table of the largest, 8x8, is far from
            // the limit of memory.
            (false, _) => Limits::default(),
            (true, true) => jobs::nodes(steps),
            (true, false) => jobs::states(steps),
        }
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Count, BuildError> {
        let board = task.board();
        if !task.has_variant() {
            return count::positions(board, budget)
                .map(Count::Positions)
                .map_err(|_| BuildError::Interrupted);
        }
        let game = task.variant().game(board.clone());
        if game.rules.properties().always_ends {
            let start = game.start(Position::default(), Player::Black);
            let count = count::games(&game, &start, 1, budget).ok();
            return Ok(Count::Games { count, steps: budget.nodes() });
        }
        let mut sum = RunningSum::default();
        let mut counts = count::values::values(&game, budget, &mut |states| sum.add(states)).ok();
        if let Some(counts) = &mut counts {
            counts.states_sha256 = (sum.bytes() > 0).then(|| sum.sum());
        }
        Ok(Count::Values { counts, nodes: budget.nodes() })
    }

    fn nodes(results: &[&Count]) -> u64 {
        let (mut steps, mut nodes) = (0, 0);
        for count in results {
            match count {
                Count::Positions(_) => {}
                Count::Games { steps: taken, .. } => steps += taken,
                Count::Values { nodes: taken, .. } => nodes += taken,
            }
        }
        steps / STEPS_PER_NODE + nodes
    }

    fn contradiction(&self, task: &Task, _: &Rulesets, _: bool) -> Option<String> {
        let Count::Values { counts: Some(counts), .. } = self else { return None };
        let game = task.variant().game(task.board().clone());
        let found = counts.contradiction(&game, &Budget::default());
        found.expect("the budget has no limit that positions of such boards come to").map(str::to_string)
    }

    fn complete(&self) -> bool {
        !matches!(self, Count::Games { count: None, .. } | Count::Values { counts: None, .. })
    }

    fn path(task: &Task) -> String {
        format!("counts/{}.json", task.folder())
    }

    fn owns(path: &str) -> bool {
        path.starts_with("counts/") && path.ends_with(".json")
    }

    fn write(results: &[(&Task, &Count)]) -> Vec<(String, String)> {
        let Some((task, _)) = results.first() else { return Vec::new() };
        let mut sheet = Counts {
            schema: SCHEMA,
            board: task.board_name().to_string(),
            legal_positions: String::new(),
            games: Vec::new(),
            values: Vec::new(),
        };
        for (task, count) in results {
            let rules = task.variant_name();
            match (*count).clone() {
                Count::Positions(count) => sheet.legal_positions = count.to_string(),
                Count::Games { count, steps } => {
                    let count = count.map(|count| count.to_string());
                    sheet.games.push(Games { rules, count, steps });
                }
                Count::Values { counts, nodes } => sheet.values.push(Valued { rules, counts, nodes }),
            }
        }
        vec![(Count::path(task), json::text(&sheet))]
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Count)>, String> {
        let sheet: Counts = folder::record(path, files)?;
        let board = Board::parse(&sheet.board).map_err(|error| format!("{path}: {error}"))?;
        let number = |text: &str| -> Result<u128, String> {
            text.parse().map_err(|_| format!("{path}: {text:?}, expected a number"))
        };
        let task = |rules: &str| match rulesets.named(rules) {
            Some(variant) => Ok(Task::of(&board, &variant)),
            None => Err(format!("{path}: {rules} is no game")),
        };
        let mut counts = Vec::new();
        if !sheet.legal_positions.is_empty() {
            counts.push((Task::about(&board), Count::Positions(number(&sheet.legal_positions)?)));
        }
        for Games { rules, count, steps } in sheet.games {
            let count = count.as_deref().map(number).transpose()?;
            counts.push((task(&rules)?, Count::Games { count, steps }));
        }
        for Valued { rules, counts: found, nodes } in sheet.values {
            counts.push((task(&rules)?, Count::Values { counts: found, nodes }));
        }
        Ok(counts)
    }
}
