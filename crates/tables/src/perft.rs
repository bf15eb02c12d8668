//! How many sequences of moves of each length there are from the empty board, passes among the moves:
//! `perft/BOARD.json`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::{self, BuildError};
use super::plan::{Selection, Task};
use super::results::{Context, Product};
use super::rulesets::Rulesets;
use superko_conform::perft::{self, PerftError, Ply, Request};
use superko_go::{Board, board};
use superko_query::report::json;
use superko_query::report::records::SCHEMA;
use superko_rules::clauses::Passing;
use superko_rules::game::Game;
use superko_rules::line::Line;
use superko_rules::{Rules, catalogue};
use superko_solve::{Budget, Limits, Stopped};

/// Boards whose games are solved as well.
const BOARDS: [&str; 20] = [
    "1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "2x2", "2x3", "2x4", "2x5", "3x3", "3x4", "3x5", "4x4",
    "4x5", "5x5", "6x6", "7x7", "8x8",
];

/// Boards on which games are refereed alone: the rows and columns of each.
const LARGE: [(usize, usize); 3] = [(9, 9), (13, 13), (19, 19)];

/// The number of sequences at which no further length is counted.
pub const ENOUGH: u128 = 1_000_000_000;

/// The greatest length.
const MAX_DEPTH: usize = 100;

/// The memory of a count, beyond which fewer states are merged.
const MEMORY: usize = 1 << 30;

/// Whether a further length is not worth counting: by the growth of the last it would have more than
/// twice the sequences that are wanted.
fn is_enough(plies: &[Ply]) -> bool {
    let [.., former, last] = plies else { return false };
    last.sequences.saturating_mul(last.sequences) > 2 * ENOUGH * former.sequences
}

/// The counts of a board under a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Sequences {
    /// By length, from 1 on.
    plies: Vec<Ply>,
    /// The states that were looked at, for a length too that came to the limit.
    nodes: u64,
}

/// The file of a board.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PerftSheet {
    /// The version of this form.
    pub schema: u32,
    /// The board.
    pub board: String,
    /// The sequences from the empty board, under each ruleset with its defaults.
    pub rulesets: Vec<Counted>,
}

/// The sequences under a ruleset.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// The name of the ruleset.
    pub rules: String,
    /// The number of sequences of each length, from 1 on, as texts. A game that ends is not continued.
    pub sequences: Vec<String>,
    /// How many of them end the game, of each length, as texts.
    pub ended: Vec<String>,
    /// The states that were looked at, for a length too that came to the limit.
    pub nodes: u64,
}

impl Sequences {
    /// The counts from the empty board: length by length, as long as the limit, the number of
    /// sequences and games that go on allow another.
    fn counted<S: perft::Counted>(game: &Game<S>, budget: &Budget) -> Result<Sequences, BuildError> {
        let line = first_line(game);
        let origin = perft::Origin::of(game, &line, true);
        let mut found = Sequences { plies: Vec::new(), nodes: 0 };
        for depth in 1..=MAX_DEPTH {
            let request = Request { depth, passes: true, divided: false, most: None, wanted: Some(ENOUGH) };
            match origin.count(&request, budget) {
                Ok(counted) if counted.stopped.is_none() => found.plies = counted.plies,
                Ok(counted) if counted.stopped == Some(Stopped::Interrupted) => {
                    return Err(BuildError::Interrupted);
                }
                Ok(_) | Err(PerftError::Enough) => break,
                Err(error) => return Err(BuildError::Wrong(error.to_string())),
            }
            let last = found.plies.last().copied().unwrap_or_default();
            if last.sequences == last.ended || is_enough(&found.plies) {
                break;
            }
        }
        // A limit is noticed after the states of a part.
        found.nodes = budget.limits().nodes.map_or(budget.nodes(), |limit| limit.min(budget.nodes()));
        Ok(found)
    }

    /// The number of sequences of the greatest length, with that length.
    pub fn last(&self) -> Option<(usize, u128)> {
        Some((self.plies.len(), self.plies.last()?.sequences))
    }
}

impl Product for Sequences {
    const NAME: &'static str = "counts of sequences";

    fn plan(selection: &Selection) -> Vec<Task> {
        let rulesets = &selection.rulesets;
        if !rulesets.are_of_the_catalogue() {
            return Vec::new();
        }
        let every: Vec<Rules> = catalogue::ALL.iter().map(|entry| Rules::from(*entry)).collect();
        let mut tasks = selection.tasks(&BOARDS, &every);
        tasks.retain(|task| task.points() <= task.variant().max_points());
        if selection.is_all() {
            for (rows, cols) in LARGE {
                let referees = |task: &Task| large_game(task).is_ok();
                tasks.extend(every.iter().map(|rules| Task::on_grid(rows, cols, rules)).filter(referees));
            }
        }
        tasks
    }

    fn job(task: &Task) -> String {
        format!("sequences of {}", task.name())
    }

    /// A state takes a microsecond or less where it keeps what may recur and where all keys are listed,
    /// and else the longer the more moves and facts there are, from three microseconds on. Rulesets that
    /// are not compared with the others have a twentieth.
    fn limits(task: &Task, max_nodes: u64) -> Limits {
        let rules = task.variant();
        let points = task.sides().0 * task.sides().1;
        let is_listed = || {
            let game = task.has_board().then(|| rules.game(task.board().clone()));
            game.is_some_and(|game| perft::is_listed(&game, &first_line(&game)))
        };
        let most = match points {
            _ if perft::is_plain(&rules, points) || !rules.always_ends() => 20 * max_nodes,
            0..10 if is_listed() => 20 * max_nodes,
            0..10 => 3 * max_nodes,
            _ => 4 * max_nodes,
        };
        let most = if catalogue::is_of_another_document(rules.entry) { most / 20 } else { most };
        Limits { memory: MEMORY, ..jobs::nodes(most.max(1)) }
    }

    /// On one thread: how many states are merged beyond the limits of memory depends on which come first.
    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Sequences, BuildError> {
        let counted = || match task.has_board() {
            true => Sequences::counted(&task.variant().game(task.board().clone()), budget),
            false => Sequences::counted(&large_game(task).map_err(BuildError::Wrong)?, budget),
        };
        superko_solve::with_threads(1, counted).map_err(|stopped| BuildError::Wrong(stopped.to_string()))?
    }

    /// A state takes as long as eight moves do in a search.
    fn nodes(results: &[&Sequences]) -> u64 {
        let moves = |found: &Sequences| found.plies.first().map_or(1, |ply| ply.sequences as u64);
        results.iter().map(|found| found.nodes * moves(found).div_ceil(8)).sum()
    }

    /// The first length follows from the board: there is one move for each intersection, if a stone has
    /// a liberty there, and a pass and a coupon, where they are moves.
    fn contradiction(&self, task: &Task, _: &Rulesets, _: bool) -> Option<String> {
        let points = (task.sides().0 * task.sides().1) as u128;
        let ended = |plies: &[Ply]| plies.iter().any(|ply| ply.ended > ply.sequences);
        let first = self.plies.first().map_or(0, |ply| ply.sequences);
        let rules = task.variant();
        let others = rules.clauses().map_or(1, |clauses| {
            u128::from(clauses.passing == Passing::Any) + u128::from(clauses.has_coupons())
        });
        // Without another move a resignation is one.
        let expected = if points == 1 { 1..=1 + others } else { points + others..=points + others };
        let wrong = ended(&self.plies) || !expected.contains(&first);
        wrong.then(|| format!("{}: counts that cannot be", task.variant_name()))
    }

    /// Under another limit there may be more lengths, unless all games have ended.
    fn complete(&self) -> bool {
        self.plies.last().is_some_and(|last| last.sequences == last.ended)
    }

    fn path(task: &Task) -> String {
        format!("perft/{}.json", task.folder())
    }

    fn owns(path: &str) -> bool {
        path.starts_with("perft/") && path.ends_with(".json")
    }

    fn write(results: &[(&Task, &Sequences)]) -> Vec<(String, String)> {
        let Some((task, _)) = results.first() else { return Vec::new() };
        let counted = |(task, found): &(&Task, &Sequences)| Counted {
            rules: task.variant_name(),
            sequences: found.plies.iter().map(|ply| ply.sequences.to_string()).collect(),
            ended: found.plies.iter().map(|ply| ply.ended.to_string()).collect(),
            nodes: found.nodes,
        };
        let sheet = PerftSheet {
            schema: SCHEMA,
            board: task.board_name().to_string(),
            rulesets: results.iter().map(counted).collect(),
        };
        vec![(Sequences::path(task), json::text(&sheet))]
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Sequences)>, String> {
        let sheet: PerftSheet = folder::record(path, files)?;
        let number = |text: &String| -> Result<u128, String> {
            text.parse().map_err(|_| format!("{path}: {text:?}, expected a number"))
        };
        let read = |counted: Counted| {
            let Counted { rules, sequences, ended, nodes } = counted;
            let variant = rulesets.named(&rules).ok_or_else(|| format!("{path}: {rules} is no game"))?;
            let task = match Board::parse(&sheet.board) {
                Ok(board) => Task::of(&board, &variant),
                Err(_) => {
                    let board = board::Board::parse_large(&sheet.board);
                    let board = board.map_err(|error| format!("{path}: {error}"))?;
                    Task::on_grid(board.rows(), board.cols(), &variant)
                }
            };
            if sequences.len() != ended.len() {
                return Err(format!("{path}: {rules}: two lists of different lengths"));
            }
            let ply = |(sequences, ended)| Ok(Ply { sequences: number(sequences)?, ended: number(ended)? });
            let plies = sequences.iter().zip(&ended).map(ply).collect::<Result<_, String>>()?;
            Ok((task, Sequences { plies, nodes }))
        };
        sheet.rulesets.into_iter().map(read).collect()
    }
}

/// The line of no moves from the empty board.
fn first_line<S: perft::Counted>(game: &Game<S>) -> Line<S> {
    Line::new(game, Default::default(), game.ruleset().first_move())
}

/// The game of a task on a large board. Error: why it is not played there.
fn large_game(task: &Task) -> Result<Game<board::LargeSet>, String> {
    let (rows, cols) = task.sides();
    let board = board::Board::large(rows, cols).map_err(|error| error.to_string())?;
    let (rules, points) = (task.variant(), board.points());
    match rules.max_points_over::<board::LargeSet>() {
        most if points > most => Err(format!("{board} {rules}: {points} intersections are too many")),
        _ => Ok(rules.game(board)),
    }
}
