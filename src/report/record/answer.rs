//! What was found, and what it took: values with their bounds, best moves, lines of play.

use serde::{Deserialize, Serialize};

use super::text::MoveName;
use crate::go::{Board, Move, Player};
use crate::referee::Referee;
use crate::solve::retrograde::Interval;
use crate::solve::{Answer, Budget, Solution, Stopped, Value};

/// What is proved of a value that lies between two scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Black can reach this.
    pub low: Value,
    /// White can hold him to this.
    pub high: Value,
    /// Whether the value is more than `low`; left out if it may be as much.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub low_exclusive: bool,
    /// Whether the value is less than `high`; left out if it may be as much.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub high_exclusive: bool,
}

impl Bounds {
    /// Two scores between which a value lies, or which it may have.
    pub fn between(low: Value, high: Value) -> Bounds {
        Bounds { low, high, low_exclusive: false, high_exclusive: false }
    }

    /// What is known of a value: the value twice, if it is known exactly.
    pub fn of(answer: &Answer) -> Bounds {
        match answer {
            Answer::Exact(value) => Bounds::between(*value, *value),
            Answer::Between(bounds) => Bounds {
                low: Value::Points(bounds.low),
                high: Value::Points(bounds.high),
                low_exclusive: bounds.low_open,
                high_exclusive: bounds.high_open,
            },
        }
    }
}

/// What can be forced where games may go on for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

impl FinitePlay {
    fn of(interval: &Interval) -> FinitePlay {
        FinitePlay {
            low: interval.low,
            high: interval.high,
            black_can_force_no_result: interval.black_forces_no_result(),
            white_can_force_no_result: interval.white_forces_no_result(),
        }
    }
}

/// The value of a game of two, and the first moves that keep it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerRecord {
    /// The value; `null` if it was not found within the limits.
    pub value: Option<Value>,
    /// What is proved of the value.
    pub bounds: Bounds,
    /// What each player can force in finite play, where games may go on for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finite_play: Option<FinitePlay>,
    /// First moves that keep the value.
    pub best_moves: Vec<MoveName>,
    /// Whether these are all of them.
    pub all_best_moves: bool,
}

impl AnswerRecord {
    /// The answer of a solution.
    pub fn of(board: &Board, solution: &Solution) -> AnswerRecord {
        AnswerRecord {
            value: solution.value.exact(),
            bounds: Bounds::of(&solution.value),
            finite_play: solution.interval.as_ref().map(FinitePlay::of),
            best_moves: MoveName::all(board, &solution.best_moves),
            all_best_moves: solution.all_best_moves,
        }
    }
}

/// A first move with its value, as the program prints it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// The value; `null` if it was not found within the limits.
    pub value: Option<Value>,
    /// What is proved of the value.
    pub bounds: Bounds,
}

impl MoveValue {
    /// The first moves of a solution that were valued.
    pub fn all(board: &Board, solution: &Solution) -> Vec<MoveValue> {
        MoveValue::listed(board, &solution.move_values)
    }

    /// Moves with what is known of their values.
    pub fn listed(board: &Board, values: &[(Move, Answer)]) -> Vec<MoveValue> {
        let values = values.iter().map(|(mv, answer)| MoveValue {
            mv: MoveName::of(board, *mv),
            value: answer.exact(),
            bounds: Bounds::of(answer),
        });
        values.collect()
    }
}

/// A line of best play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LineRecord {
    /// The moves, or as many of them as the record gives.
    #[serde(rename = "line")]
    pub moves: Vec<MoveName>,
    /// The number of moves of the whole line.
    #[serde(rename = "line_moves")]
    pub count: usize,
    /// Whether the line goes on to the end of the game, or to where it repeats itself.
    #[serde(rename = "line_complete")]
    pub complete: bool,
    /// If the line goes on for ever: the number of moves after which it repeats itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats_from: Option<usize>,
}

impl LineRecord {
    /// The line of a solution, cut after `most` moves. The referee stands where the line begins.
    pub fn of(mut referee: Referee, board: &Board, solution: &Solution, most: usize) -> LineRecord {
        let line = &solution.line;
        for mv in line {
            referee.play(*mv).expect("a line is made of legal moves");
        }
        LineRecord {
            moves: MoveName::all(board, &line[..line.len().min(most)]),
            count: line.len(),
            complete: solution.repeats_from.is_some() || referee.ended().is_some(),
            repeats_from: solution.repeats_from,
        }
    }
}

/// What an answer took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Effort {
    /// Nodes searched, or states listed.
    pub nodes: u64,
    /// Lemmas, or states, in the table at the end.
    pub results: usize,
    /// What was left undone, if anything: the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// What an answer took on this machine.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Spent {
    /// What it takes on any machine.
    #[serde(flatten)]
    pub effort: Effort,
    /// The time.
    pub seconds: f64,
}

impl Spent {
    /// What was spent of a budget.
    pub fn of(budget: &Budget, results: usize, stopped: Option<Stopped>) -> Spent {
        let effort = Effort { nodes: budget.nodes(), results, stopped };
        Spent { effort, seconds: budget.elapsed().as_secs_f64() }
    }
}

/// How many points a player can secure whatever the others do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ShareRecord {
    /// The player.
    pub player: Player,
    /// His own points; `null` if they were not found within the limits.
    pub points: Option<Value>,
    /// What is proved of them.
    pub bounds: Bounds,
}

impl ShareRecord {
    /// The share of a player, of the solution from his side.
    pub fn of(player: Player, solution: &Solution) -> ShareRecord {
        ShareRecord { player, points: solution.value.exact(), bounds: Bounds::of(&solution.value) }
    }
}
