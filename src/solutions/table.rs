//! One table: a board from the empty start under one variant, as a JSON object.
//!
//! A table is solved by one thread of its own, from empty lemma tables, with a limit of nodes. One thread
//! follows one order, the limit counts nodes and not time, and nothing is shared with other tables: so the
//! bytes are the same on any machine, however many tables are solved beside it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::variant::Variant;
use crate::go::notation::{diagram_line, move_name};
use crate::go::{Board, Move, Player, Position};
use crate::referee::Referee;
use crate::report::display::GraphRecord;
use crate::rules::Game;
use crate::solve::retrograde::Interval;
use crate::solve::{Answer, Budget, Request, Solution, Want, solve};

/// The version of every JSON object in the folder; a new one for any change of their meaning.
pub const SCHEMA: u32 = 1;

/// A line of more moves than this is cut: one that walks in circles may have thousands.
pub const LINE: usize = 100;

/// The object of a table. All scores are Black's points less White's, as text: `"2"`, `"1/2"`, `"no-result"`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// [`SCHEMA`].
    pub schema: u32,
    /// Rows by columns, or the name of a graph.
    pub board: String,
    /// Points and edges, of a board that is no grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphRecord>,
    /// The ruleset.
    pub rules: String,
    /// Its name in prose.
    pub title: String,
    /// The document that it carries out.
    pub document: String,
    /// Every option that it has.
    pub options: BTreeMap<String, String>,
    /// The position at the start.
    pub start: String,
    /// Who moves first.
    pub to_move: String,
    /// The value, or `null` if it was not found within the limit.
    pub value: Option<String>,
    /// What is proved of the value.
    pub bounds: Bounds,
    /// What each player can force in finite play, where games may go on for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finite_play: Option<FinitePlay>,
    /// First moves that keep the value.
    pub best_moves: Vec<String>,
    /// Whether these are all of them.
    pub all_best_moves: bool,
    /// Every legal first move with its value, or its bounds.
    pub move_values: Vec<MoveValue>,
    /// Best play: the first best move, then a pass where it keeps the value, else the first stone that does
    /// (under a ruleset whose games may never end, what its solver chooses).
    pub line: Vec<String>,
    /// The number of moves of the line, of which the first 100 are given.
    pub line_moves: usize,
    /// Whether the line goes on to the end of the game, or to where it repeats itself.
    pub line_complete: bool,
    /// If the line goes on for ever: the number of moves after which it repeats itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats_from: Option<usize>,
    /// What it took, on one thread.
    pub effort: Effort,
}

/// A value between two scores.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Black can reach this.
    pub low: String,
    /// White can hold him to this.
    pub high: String,
}

/// What can be forced where games may go on for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinitePlay {
    /// What Black can force.
    pub low: i32,
    /// What White can hold him to.
    pub high: i32,
    /// Whether Black can keep the game from ending.
    pub black_can_force_no_result: bool,
    /// Whether White can.
    pub white_can_force_no_result: bool,
}

/// A first move: its value, or between which scores it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value, if it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What is proved if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<String>,
    /// Likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<String>,
}

/// What a table took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// Nodes searched, or states listed.
    pub nodes: u64,
    /// Lemmas, or states, in the table at the end.
    pub results: usize,
    /// What was left undone, if anything: the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// Solves a table.
pub fn solve_table(board: &Board, variant: &Variant, budget: &Arc<Budget>) -> Table {
    let game = variant.game(board.clone());
    let request = Request {
        best_moves: Want::All,
        move_values: true,
        line: true,
        chosen_line: true,
        threads: 1,
        ..Request::default()
    };
    let start = Position::default();
    let solution = solve(&game, &game.start(start, Player::Black), &request, budget);
    let options = game.entry.settings(&game.options);
    Table {
        schema: SCHEMA,
        board: board.to_string(),
        graph: GraphRecord::of(board),
        rules: game.entry.id.to_string(),
        title: game.entry.title.to_string(),
        document: game.entry.document.to_string(),
        options: options
            .into_iter()
            .map(|(axis, value)| (axis.name().to_string(), value.to_string()))
            .collect(),
        start: diagram_line(board, &start),
        to_move: "black".to_string(),
        value: text(&solution.value),
        bounds: bounds(&solution.value),
        finite_play: solution.interval.as_ref().map(finite_play),
        best_moves: names(board, &solution.best_moves),
        all_best_moves: solution.all_best_moves,
        move_values: solution.move_values.iter().map(|(mv, answer)| move_value(board, *mv, answer)).collect(),
        line: names(board, &solution.line[..solution.line.len().min(LINE)]),
        line_moves: solution.line.len(),
        line_complete: solution.repeats_from.is_some() || ends(&game, &solution.line),
        repeats_from: solution.repeats_from,
        effort: effort(&solution, budget),
    }
}

/// Whether a line of legal moves from the empty board ends the game.
fn ends(game: &Game, line: &[Move]) -> bool {
    let mut referee = Referee::new(game, Position::default(), Player::Black);
    for mv in line {
        referee.play(*mv).expect("a line is made of legal moves");
    }
    referee.ended().is_some()
}

fn effort(solution: &Solution, budget: &Budget) -> Effort {
    let stopped = solution.stopped.map(|stopped| stopped.to_string());
    Effort { nodes: budget.nodes(), results: solution.results, stopped }
}

/// Moves by their names.
pub fn names(board: &Board, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| move_name(board, *mv)).collect()
}

/// A value, if it is known.
pub fn text(answer: &Answer) -> Option<String> {
    answer.exact().map(|value| value.to_string())
}

/// What is known of a value.
pub fn bounds(answer: &Answer) -> Bounds {
    match answer {
        Answer::Exact(value) => Bounds { low: value.to_string(), high: value.to_string() },
        Answer::Between(bounds) => Bounds { low: bounds.low.to_string(), high: bounds.high.to_string() },
    }
}

fn move_value(board: &Board, mv: Move, answer: &Answer) -> MoveValue {
    let mv = move_name(board, mv);
    match text(answer) {
        Some(value) => MoveValue { mv, value: Some(value), low: None, high: None },
        None => {
            let Bounds { low, high } = bounds(answer);
            MoveValue { mv, value: None, low: Some(low), high: Some(high) }
        }
    }
}

fn finite_play(interval: &Interval) -> FinitePlay {
    FinitePlay {
        low: interval.low,
        high: interval.high,
        black_can_force_no_result: interval.black_forces_no_result(),
        white_can_force_no_result: interval.white_forces_no_result(),
    }
}
