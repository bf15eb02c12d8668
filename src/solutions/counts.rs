//! How many legal positions a board has, and how many games.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::parts::{Parts, file_name};
use super::plan::{Counted, Plan};
use super::variant::Variant;
use super::work::{Interrupted, Watch, nodes, states};
use crate::count;
use crate::count::values::Values;
use crate::go::{Board, Player, Position};
use crate::report::record::SCHEMA;
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
    /// Its positions by their values, under each variant whose games may go on for ever.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Valued>,
}

/// The positions of a board by their values under a variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Valued {
    /// The name of the variant.
    pub rules: String,
    /// The counts; `null` if they were not found within the limit.
    pub counts: Option<Values>,
    /// The states that were listed.
    pub nodes: u64,
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
        let steps: u64 = self.games.iter().map(|games| games.steps).sum();
        steps / STEPS_PER_NODE + self.values.iter().map(|valued| valued.nodes).sum::<u64>()
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
    boards: &[Counted],
    most: u64,
    threads: usize,
    watch: &Watch,
) -> Result<Vec<Counts>, Interrupted> {
    type Job = (Board, Variant);
    let jobs = |of: fn(&Counted) -> &[Variant]| -> Vec<Job> {
        let each = boards
            .iter()
            .flat_map(|counted| of(counted).iter().map(|variant| (counted.board.clone(), *variant)));
        each.collect()
    };
    let games = jobs(|counted| &counted.games);
    let name = |(board, variant): &Job| format!("games on {board}, {}", variant.name());
    let steps = most.saturating_mul(STEPS);
    let limits = |_: &Job| nodes(steps);
    let done = watch.run(&games, threads, limits, name, |(board, variant), budget| {
        let game = variant.game(board.clone());
        let start = game.start(Position::default(), Player::Black);
        let count = count::games(&game, &start, 1, budget).ok().map(|count| count.to_string());
        Games { rules: variant.name(), count, steps: budget.nodes() }
    })?;
    let valued = jobs(|counted| &counted.values);
    let name = |(board, variant): &Job| format!("values on {board}, {}", variant.name());
    let limits = |_: &Job| states(steps);
    let values = watch.run(&valued, threads, limits, name, |(board, variant), budget| {
        let counts = count::values::values(&variant.game(board.clone()), budget).ok();
        Valued { rules: variant.name(), counts, nodes: budget.nodes() }
    })?;
    let (mut done, mut values) = (done.into_iter(), values.into_iter());
    let counted = boards.iter().map(|planned| {
        let board = &planned.board;
        // Without limits of time and nodes; and the table of the largest, 8x8, is far from that of memory.
        let positions = count::positions(board, &Budget::default());
        let positions = positions.expect("the planned boards are counted within the default limit of memory");
        Counts {
            schema: SCHEMA,
            board: board.to_string(),
            legal_positions: positions.to_string(),
            games: done.by_ref().take(planned.games.len()).collect(),
            values: values.by_ref().take(planned.values.len()).collect(),
        }
    });
    Ok(counted.collect())
}

/// Whether no count was given up at the limit.
pub fn complete(counts: &Counts) -> bool {
    counts.games.iter().all(|games| games.count.is_some())
        && counts.values.iter().all(|valued| valued.counts.is_some())
}

/// Whether the counts are those that are planned.
pub fn as_planned(counts: &Counts, plan: &Plan) -> bool {
    let planned = plan.counts.iter().find(|planned| planned.board.to_string() == counts.board);
    planned.is_some_and(|planned| {
        let same = |variants: &[Variant], rules: Vec<&String>| {
            variants.iter().map(Variant::name).eq(rules.into_iter().cloned())
        };
        same(&planned.games, counts.games.iter().map(|games| &games.rules).collect())
            && same(&planned.values, counts.values.iter().map(|valued| &valued.rules).collect())
    })
}

/// How many positions have which value, where games may go on for ever: a row for each board and ruleset.
fn valued(parts: &Parts, text: &mut String) {
    let shown =
        |valued: &&Valued| Variant::named(&valued.rules).is_some_and(|variant| variant.varied().is_empty());
    let rows: Vec<(&Counts, &Valued, &Values)> = parts
        .counts
        .iter()
        .flat_map(|counts| counts.values.iter().filter(shown).map(move |valued| (counts, valued)))
        .filter_map(|(counts, valued)| Some((counts, valued, valued.counts.as_ref()?)))
        .collect();
    if rows.is_empty() {
        return;
    }
    text.push_str(
        "\nWhere games may go on for ever one retrograde analysis values every legal position of a board, Black to move\n\
         (`values` in the files of `counts/`, with the number of positions for each value and for each interval of what\n\
         the players can force in finite play).\n\n\
         | board | ruleset | positions | Black wins | draw | White wins | no result |\n\
         |---|---|---:|---:|---:|---:|---:|\n",
    );
    for (counts, valued, values) in rows {
        let sum = |wanted: fn(Option<i32>) -> bool| -> u64 {
            let chosen = values.values.iter().filter(|(value, _)| wanted(value.parse().ok()));
            chosen.map(|(_, count)| count).sum()
        };
        let _ = writeln!(
            text,
            "| [{}]({}) | `{}` | {} | {} | {} | {} | {} |",
            counts.board,
            counts.path(),
            valued.rules,
            values.positions,
            sum(|value| value.is_some_and(|points| points > 0)),
            sum(|value| value == Some(0)),
            sum(|value| value.is_some_and(|points| points < 0)),
            sum(|value| value.is_none()),
        );
    }
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
    valued(parts, text);
}
