//! Where two rulesets, or two readings of one, give a position different values: the smallest
//! boards, how many positions, and some of them worked out (`differences.json`).
//!
//! The values compared are those of the columns of all positions. A position that is shown is
//! solved once more from empty tables, under both games, with all first moves and a line; the naive
//! solver, which shares nothing with the search but the rules, is asked to confirm the value, and
//! it is recorded whether it could within its limit of nodes.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::{self, BuildError, Jobs};
use super::plan::{Selection, Task};
use super::results::{Columns, Context, Product};
use super::rulesets::{self, Rulesets};
use superko_go::classes::Class;
use superko_go::notation::parse_position;
use superko_go::{Board, Player, Position};
use superko_lab::published_session;
use superko_query::report::json;
use superko_query::report::records::{MoveName, SCHEMA};
use superko_rules::{Game, Rules, State};
use superko_solve::naive::Naive;
use superko_solve::{Answer, Budget, Engine, Limits, Request, Stopped, Value, Want, solve, with_threads};

/// The nodes that the naive solver may take for one value.
pub const NAIVE_NODES: u64 = 300_000;

/// The nodes that the search may take for one position; far more than it needs.
const NODES: u64 = 2_000_000;

/// Number of positions of a board that are solved for a pair.
const SHOWN: usize = 2;

/// A line of more moves than this is not shown.
const MAX_LINE: usize = 60;

/// `differences.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Differences {
    /// The version of this form.
    pub schema: u32,
    /// The limit of the naive solver.
    pub naive_nodes: u64,
    /// The nodes that all of it took.
    pub nodes: u64,
    /// The pairs.
    pub pairs: Vec<Pair>,
}

/// Two games, compared on every board that has both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The name of a variant.
    pub a: String,
    /// The name of the other.
    pub b: String,
    /// For each board compared, how many of its positions have different values, Black to move.
    pub boards: Vec<Compared>,
    /// Positions of the smallest boards with a difference, worked out.
    pub examples: Vec<Example>,
}

/// A board on which two games were compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Compared {
    /// Rows by columns.
    pub board: String,
    /// Legal positions.
    pub positions: u32,
    /// Those with different values, Black to move. (With White to move there are as many.)
    pub differing: u32,
    /// The same, of positions that a symmetry makes equal only one.
    pub classes: u32,
}

/// A position with different values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Rows by columns.
    pub board: String,
    /// The position, Black to move.
    pub position: String,
    /// Under the first game.
    pub a: Side,
    /// Under the other.
    pub b: Side,
    /// A first move that tells them apart.
    pub telling: Option<FirstMove>,
}

/// A position under one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The value.
    pub value: Value,
    /// All moves that keep it.
    pub best_moves: Vec<MoveName>,
    /// A line of best play, if it is not too long.
    pub line: Option<Vec<MoveName>>,
    /// If the line goes on for ever: the number of moves after which it repeats itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats_from: Option<usize>,
    /// Whether the naive solver has confirmed the value within its limit.
    pub confirmed: bool,
}

/// A first move with different values; `null` where it is not legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FirstMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// Its value under the first game.
    pub a: Option<Value>,
    /// Its value under the other.
    pub b: Option<Value>,
}

/// The pairs that are compared: the rulesets with each other, those whose games may never end last;
/// and of those of the catalogue the variants of each that differ in one option.
pub fn pairs(rulesets: &Rulesets) -> Vec<(Rules, Rules)> {
    let mut pairs = pairs_of(&rulesets.shown());
    let loopy = |variant: &Rules| !variant.always_ends();
    pairs.sort_by_key(|(a, b)| loopy(a) || loopy(b));
    let varied = if rulesets.are_of_the_catalogue() { rulesets.shown() } else { Vec::new() };
    for default in varied {
        let axis = |variant: &Rules| variant.varied().first().map(|(axis, _)| *axis);
        let related = pairs_of(&rulesets::variants(default.entry));
        pairs.extend(related.into_iter().filter(|(a, b)| axis(a).is_none() || axis(a) == axis(b)));
    }
    pairs
}

fn pairs_of(variants: &[Rules]) -> Vec<(Rules, Rules)> {
    let later = |index: usize| variants[index + 1..].iter().map(move |b| (variants[index], *b));
    (0..variants.len()).flat_map(later).collect()
}

/// A position to be solved: the index of its board, its row, its game.
type Job = (usize, usize, String);

/// A position that was solved.
struct SolvedPosition {
    side: Side,
    move_values: Vec<(MoveName, Value)>,
    nodes: u64,
}

/// Compares all pairs on all boards.
///
/// # Errors
/// [`BuildError`]: a value that is solved again is not that of the column. Then the column is wrong, or the program, and
/// nothing must be published.
///
/// # Panics
/// If the naive solver finds that a value is wrong.
pub fn compare(boards: &[Columns], rulesets: &Rulesets, jobs: &Jobs) -> Result<Differences, BuildError> {
    let found: Vec<(Pair, Vec<(usize, usize)>)> = pairs(rulesets)
        .iter()
        .map(|(a, b)| compare_pair(boards, &rulesets::name(a), &rulesets::name(b)))
        .collect();

    let shown = found.iter().flat_map(|(pair, examples)| {
        examples.iter().flat_map(|(board, row)| [&pair.a, &pair.b].map(|name| (*board, *row, name.clone())))
    });
    let mut list: Vec<Job> = shown.collect();
    list.sort();
    list.dedup();
    let name = |(board, row, game): &Job| {
        let Columns { board, rows, .. } = &boards[*board];
        format!("differences: {board} {} {game}", rows[*row].text)
    };
    let work = |(board, row, game): &Job, budget: &Arc<Budget>| {
        let Columns { board, rows, values } = &boards[*board];
        let (Class { position, text, .. }, expected) = (&rows[*row], values[game][*row]);
        let variant = rulesets.named(game).expect("a column is named after its variant");
        match solve_position(&variant.game((*board).clone()), *position, budget) {
            Ok(SolvedPosition { side: Side { value, .. }, .. }) if value != expected => Err(format!(
                "{board}: {text} has the value {expected} under {game}, solved by itself {value}"
            )),
            solved => Ok(solved.ok()),
        }
    };
    let solved = jobs.run(&list, |_| jobs::nodes(NODES), name, work)?;
    let solved = solved.into_iter().collect::<Result<Vec<_>, _>>().map_err(BuildError::Wrong)?;
    let nodes = solved.iter().flatten().map(|solved| solved.nodes).sum();
    let solved: BTreeMap<&Job, &SolvedPosition> =
        list.iter().zip(&solved).filter_map(|(job, solved)| Some((job, solved.as_ref()?))).collect();

    let pairs = found.into_iter().map(|(mut pair, examples)| {
        for (board, row) in examples {
            let [a, b] = [&pair.a, &pair.b].map(|name| solved.get(&(board, row, name.clone())));
            if let (Some(a), Some(b)) = (a, b) {
                pair.examples.push(Example {
                    board: boards[board].board.to_string(),
                    position: boards[board].rows[row].text.clone(),
                    a: a.side.clone(),
                    b: b.side.clone(),
                    telling: telling_move(a, b),
                });
            }
        }
        pair
    });
    Ok(Differences { schema: SCHEMA, naive_nodes: NAIVE_NODES, nodes, pairs: pairs.collect() })
}

/// Counts the differences of a pair on each board, and chooses what is shown.
fn compare_pair(boards: &[Columns], a: &str, b: &str) -> (Pair, Vec<(usize, usize)>) {
    let mut pair = Pair { a: a.to_string(), b: b.to_string(), boards: Vec::new(), examples: Vec::new() };
    let (mut shown, mut smallest) = (Vec::new(), None);
    for (index, Columns { board, rows, values }) in boards.iter().enumerate() {
        let (Some(first), Some(second)) = (values.get(a), values.get(b)) else { continue };
        let differing: Vec<usize> = (0..rows.len()).filter(|row| first[*row] != second[*row]).collect();
        pair.boards.push(Compared {
            board: board.to_string(),
            positions: rows.iter().map(|class| class.images).sum(),
            differing: differing.iter().map(|row| rows[*row].images).sum(),
            classes: differing.len() as u32,
        });
        let points = board.points();
        if !differing.is_empty() && *smallest.get_or_insert(points) == points {
            shown.extend(differing.into_iter().take(SHOWN).map(|row| (index, row)));
        }
    }
    (pair, shown)
}

fn solve_position(game: &Game, position: Position, budget: &Budget) -> Result<SolvedPosition, Stopped> {
    let board = &game.board;
    let state = game.start(position, Player::Black);
    let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
    let solution = published_session(game).solve(&state, &request, budget);
    if let Some(stopped) = solution.stopped {
        return Err(stopped);
    }
    let exact = |answer: &Answer| answer.exact().expect("an effort that was not stopped has all values");
    let value = exact(&solution.value);
    let naive = Budget::new(Limits { nodes: Some(NAIVE_NODES), ..Limits::default() });
    let confirmed = confirmed(game, &state, value, &naive);
    let side = Side {
        value,
        best_moves: MoveName::all(board, &solution.best_moves),
        line: (solution.pv.len() <= MAX_LINE).then(|| MoveName::all(board, &solution.pv)),
        repeats_from: solution.repeats_from,
        confirmed,
    };
    let valued = solution.move_values.iter();
    let move_values = valued.map(|(mv, answer)| (MoveName::of(board, *mv), exact(answer))).collect();
    Ok(SolvedPosition { side, move_values, nodes: budget.nodes() + naive.nodes() })
}

/// Whether the naive solver confirms a value within its limit.
fn confirmed(game: &Game, state: &State, value: Value, budget: &Budget) -> bool {
    let agrees = match value {
        Value::Points(points) if game.rules.properties().always_ends => {
            with_threads(1, || Naive::new(game, budget).confirms(state, points)).and_then(|found| found).ok()
        }
        _ => {
            let request = Request { engine: Engine::Naive, pv: false, ..Request::default() };
            solve(game, state, &request, budget).value.exact().map(|found| found == value)
        }
    };
    assert!(agrees != Some(false), "the value of {state:?} is not {value}");
    agrees == Some(true)
}

/// The first move that keeps the value where Black gets more, and does not have it under the other
/// game.
///
/// Where both values are numbers there always is one: under the other game no move has as much.
fn telling_move(a: &SolvedPosition, b: &SolvedPosition) -> Option<FirstMove> {
    let value_of = |solved: &SolvedPosition, mv: &MoveName| {
        solved.move_values.iter().find(|(other, _)| other == mv).map(|(_, value)| *value)
    };
    let more = match (a.side.value.points(), b.side.value.points()) {
        (Some(first), Some(second)) if second > first => b,
        _ => a,
    };
    let moves = more.side.best_moves.iter().map(|mv| (mv, value_of(a, mv), value_of(b, mv)));
    let (mv, a, b) = moves.into_iter().find(|(_, a, b)| a != b)?;
    Some(FirstMove { mv: mv.clone(), a, b })
}

impl Example {
    /// The position.
    ///
    /// # Errors
    /// Error in its texts.
    pub fn parsed(&self) -> Result<(Board, Position), String> {
        let board = Board::parse(&self.board).map_err(|error| error.to_string())?;
        let position = parse_position(&board, &self.position).map_err(|error| error.to_string())?;
        Ok((board, position))
    }
}

/// The path of the file.
const PATH: &str = "differences.json";

impl Product for Differences {
    const NAME: &'static str = "comparisons of all rulesets";
    const REUSABLE: bool = false;

    fn plan(selection: &Selection) -> Vec<Task> {
        let compared = selection.rulesets.shown().len() > 1;
        compared.then(Task::whole).into_iter().collect()
    }

    fn job(_: &Task) -> String {
        "differences".to_string()
    }

    fn limits(_: &Task, _: u64) -> Limits {
        // Each position that is worked out has a limit of its own.
        Limits::default()
    }

    fn solve(_: &Task, context: &Context, _: &Arc<Budget>) -> Result<Differences, BuildError> {
        compare(context.columns, context.rulesets, context.jobs)
    }

    fn nodes(results: &[&Differences]) -> u64 {
        results.iter().map(|differences| differences.nodes).sum()
    }

    fn path(_: &Task) -> String {
        PATH.to_string()
    }

    fn owns(path: &str) -> bool {
        path == PATH
    }

    fn write(results: &[(&Task, &Differences)]) -> Vec<(String, String)> {
        results.iter().map(|(_, differences)| (PATH.to_string(), json::text(differences))).collect()
    }

    fn read(path: &str, files: &Files, _: &Rulesets) -> Result<Vec<(Task, Differences)>, String> {
        let differences: Differences = folder::record(path, files)?;
        for example in differences.pairs.iter().flat_map(|pair| &pair.examples) {
            example.parsed().map_err(|fault| format!("{path}: {fault}"))?;
        }
        Ok(vec![(Task::whole(), differences)])
    }

    fn contradiction(&self, _: &Task, rulesets: &Rulesets, _: bool) -> Option<String> {
        let compared = self.pairs.iter().map(|pair| (pair.a.clone(), pair.b.clone()));
        let planned =
            compared.eq(pairs(rulesets).iter().map(|(a, b)| (rulesets::name(a), rulesets::name(b))));
        (!planned).then(|| "has not the pairs that are planned".to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::{Column, by_board};
    use superko_rules::axes::Axis;

    #[test]
    fn each_pair_is_compared_once_and_differs_in_ruleset_or_in_one_option() {
        let pairs = pairs(&Rulesets::Catalogue);
        for (index, (a, b)) in pairs.iter().enumerate() {
            assert!(a != b && !pairs[..index].iter().any(|(c, d)| (a, b) == (c, d) || (a, b) == (d, c)));
            let same_ruleset = a.entry.id == b.entry.id;
            // Two rulesets are compared as they stand, which need not be with the same value of
            // every option.
            let differing = match same_ruleset {
                true => {
                    let differs = |(axis, _): &&(Axis, _)| axis.value(&a.options) != axis.value(&b.options);
                    a.entry.axes.iter().filter(differs).count()
                }
                false => a.varied().len() + b.varied().len(),
            };
            assert_eq!(differing, usize::from(same_ruleset), "{a} {b}");
        }
    }

    #[test]
    fn on_two_intersections_the_known_difference_is_found_and_confirmed() {
        let tasks = Column::plan(&Selection::of(&["1x1", "1x2"]).unwrap()).into_iter();
        let solved = |task: &Task| Column::solved(task.board(), &task.variant(), &Budget::default());
        let columns = tasks.map(|task| (task.clone(), solved(&task))).collect();
        let found =
            compare(&by_board(&columns), &Rulesets::Catalogue, &Jobs::new(2, Arc::default())).unwrap();
        let find = |a: &str, b: &str| found.pairs.iter().find(|pair| pair.a == a && pair.b == b).unwrap();
        let pair = find("psk+suicide-allowed", "psk+suicide-multi-stone");
        assert!(pair.examples.is_empty() && pair.boards.iter().all(|board| board.differing == 0));
        // Source: jpiche, superko-complexity (there with the stone on the left).
        let pair = find("ssk", "ssk+suicide-allowed");
        assert_eq!(pair.boards.iter().map(|board| board.differing).collect::<Vec<_>>(), [0, 2]);
        let [example] = &pair.examples[..] else { panic!("{pair:?}") };
        let values = [example.a.value, example.b.value].map(|value| value.to_string());
        assert_eq!((&*example.position, values), (".X", ["-2", "0"].map(String::from)));
        assert!(example.a.confirmed && example.b.confirmed);
        let telling = example.telling.as_ref().unwrap();
        assert_ne!(telling.a, telling.b);
        assert!(example.b.best_moves.contains(&telling.mv));
    }
}
