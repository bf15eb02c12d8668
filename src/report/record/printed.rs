//! What the program prints with `--json`: a question with its answer, or an error.

use serde::Serialize;

use super::answer::{AnswerRecord, LineRecord, MoveValue, ShareRecord, Spent};
use super::published::Published;
use super::question::{QuestionRecord, SCHEMA, SourceRecord};
use super::text::MoveName;
use crate::solve::Stopped;

/// What `solve --json` prints of a game of two.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Solved {
    /// The question.
    #[serde(flatten)]
    pub question: QuestionRecord,
    /// The game in SGF that it was read from, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<SourceRecord>,
    /// The answer.
    #[serde(flatten)]
    pub answer: AnswerRecord,
    /// What is published of the start, if the start and the rules are published and no move was made. The answer does not rest on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
    /// Whether the value, which is not known, may also be that the game has no result. Then `bounds` are those of what the players can force
    /// in finite play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_be_no_result: bool,
    /// Every legal first move with its value, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub move_values: Vec<MoveValue>,
    /// A line of best play.
    #[serde(flatten)]
    pub line: LineRecord,
    /// What it took.
    #[serde(flatten)]
    pub spent: Spent,
    /// What the runs took whose checkpoint this one went on from, if it went on from one. Nodes and seconds beside it are those
    /// of this run alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier_runs: Option<EarlierRuns>,
}

/// What the runs took that led to a checkpoint, without what came after it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct EarlierRuns {
    /// The nodes.
    pub nodes: u64,
    /// The time.
    pub seconds: f64,
}

/// What `solve --json` prints of a game of more than two.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SolvedForEach {
    /// The question.
    #[serde(flatten)]
    pub question: QuestionRecord,
    /// How many play.
    pub players: usize,
    /// What each player can secure, in the order of play.
    pub secured: Vec<Secured>,
    /// What all of it took.
    #[serde(flatten)]
    pub spent: Spent,
}

/// What a player can secure, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Secured {
    /// How much.
    #[serde(flatten)]
    pub share: ShareRecord,
    /// Moves of the player to move: by which he secures as much, or by which another is held to as little.
    pub best_moves: Vec<MoveName>,
    /// Whether these are all of them.
    pub all_best_moves: bool,
    /// Every legal first move with what it secures, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub move_values: Vec<MoveValue>,
    /// A line of best play.
    #[serde(flatten)]
    pub line: LineRecord,
    /// What was left undone, if anything: the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// What is printed with `--json` where there is no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ErrorRecord {
    /// The version of this form.
    pub schema: u32,
    /// What was wrong, and what was expected, in one line.
    pub error: String,
}

impl ErrorRecord {
    /// The record of an error.
    pub fn of(error: String) -> ErrorRecord {
        ErrorRecord { schema: SCHEMA, error }
    }
}
