//! How many legal positions a board has, and how many games.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::parts::{Parts, file_name};
use super::plan::Plan;
use super::table::SCHEMA;
use super::variant::Variant;
use super::work::{Interrupted, Watch};
use crate::count;
use crate::go::{Player, Position, Topology};
use crate::solve::Budget;

/// How many steps a count may take for each node that a search may.
const STEPS: u64 = 1000;

/// How many steps of a count take as long as one node of a search, roughly.
const STEPS_PER_NODE: u64 = 300;

/// The counts of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// The version of the form.
    pub schema: u32,
    /// The board.
    pub board: String,
    /// The number of its legal positions: too large for many readers of JSON, so a text.
    pub legal_positions: String,
    /// The number of games from the empty board, Black moving first.
    pub games: Vec<Games>,
}

/// The number of games under a variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The name of the variant.
    pub rules: String,
    /// The number, as a text; `null` if it was not found within the limit.
    pub count: Option<String>,
    /// The steps that it took.
    pub steps: u64,
}

impl Counts {
    /// The path of its file.
    pub fn path(&self) -> String {
        path(&self.board)
    }

    /// What it cost, in nodes of a search.
    pub fn nodes(&self) -> u64 {
        self.games.iter().map(|games| games.steps).sum::<u64>() / STEPS_PER_NODE
    }
}

/// The path of the counts of a board.
pub fn path(board: &str) -> String {
    format!("counts/{}.json", file_name(board))
}

/// Counts all of some boards, each game on one thread, with a limit that the limit of nodes sets.
///
/// # Errors
/// [`Interrupted`].
pub fn count_all(
    boards: &[(Topology, Vec<Variant>)],
    nodes: u64,
    threads: usize,
    watch: &Watch,
) -> Result<Vec<Counts>, Interrupted> {
    let of_board = |(board, variants): &(Topology, Vec<Variant>)| {
        variants.iter().map(|variant| (board.clone(), *variant)).collect::<Vec<_>>()
    };
    let jobs: Vec<(Topology, Variant)> = boards.iter().flat_map(of_board).collect();
    let name = |(board, variant): &(Topology, Variant)| format!("games on {board}, {}", variant.name());
    let done = watch.run(&jobs, threads, nodes.saturating_mul(STEPS), name, |(board, variant), budget| {
        let game = variant.game(board.clone());
        let start = game.start(Position::default(), Player::Black);
        let count = count::games(&game, &start, 1, budget).ok().map(|count| count.to_string());
        Games { rules: variant.name(), count, steps: budget.nodes() }
    })?;
    let mut done = done.into_iter();
    let counted = boards.iter().map(|(board, variants)| {
        // Without limits of time and nodes; and the table of the largest, 8x8, is far from that of memory.
        let positions = count::positions(board, &Budget::default());
        let positions = positions.expect("the planned boards are counted within the default limit of memory");
        Counts {
            schema: SCHEMA,
            board: board.to_string(),
            legal_positions: positions.to_string(),
            games: done.by_ref().take(variants.len()).collect(),
        }
    });
    Ok(counted.collect())
}

/// Whether no count was given up at the limit.
pub fn complete(counts: &Counts) -> bool {
    counts.games.iter().all(|games| games.count.is_some())
}

/// Whether the counts are those that are planned.
pub fn as_planned(counts: &Counts, plan: &Plan) -> bool {
    let planned = plan.counts.iter().find(|(board, _)| board.to_string() == counts.board);
    planned.is_some_and(|(_, variants)| {
        variants.iter().map(Variant::name).eq(counts.games.iter().map(|games| games.rules.clone()))
    })
}

/// The part of the page that tells them.
pub fn section(parts: &Parts, text: &mut String) {
    let _ = writeln!(
        text,
        "## How many positions and games\n\n\
         `counts/` has the number of legal positions of a board and of games from the empty board, passes among their\n\
         moves (under positional superko that is the number of simple paths in the graph of positions). Suicide is\n\
         forbidden here; the files have the other options too. A dash is a count that takes more than {} steps.\n",
        parts.budget.saturating_mul(STEPS)
    );
    let rulesets: Vec<Variant> = Variant::usual_ones()
        .into_iter()
        .filter(|variant| {
            let name = variant.name();
            parts.counts.iter().any(|counts| counts.games.iter().any(|games| games.rules == name))
        })
        .collect();
    let names: Vec<String> = rulesets.iter().map(|variant| format!("`{}`", variant.name())).collect();
    let _ = writeln!(text, "| board | legal positions | {} |", names.join(" | "));
    let _ = writeln!(text, "|---|---:|{}", "---:|".repeat(names.len()));
    for counts in &parts.counts {
        let cell = |variant: &Variant| {
            let found = counts.games.iter().find(|games| games.rules == variant.name());
            found.map_or(String::new(), |games| games.count.clone().unwrap_or("–".to_string()))
        };
        let cells: Vec<String> = rulesets.iter().map(cell).collect();
        let _ = writeln!(
            text,
            "| [{}]({}) | {} | {} |",
            counts.board,
            counts.path(),
            counts.legal_positions,
            cells.join(" | ")
        );
    }
}
