//! What was asked: the board, the ruleset, the start and the moves.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::text::MoveName;
use crate::go::notation::{diagram_line, point_name};
use crate::go::{Board, Move, Player, Position};
use crate::rules::Game;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;

/// The version of every JSON object; it is raised by any change of their meaning.
pub const SCHEMA: u32 = 1;

/// The points of a board in the order of the letters of a position, and its edges, all by their names. A board whose
/// name does not say these has it in its record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GraphRecord {
    /// The points.
    pub points: Vec<String>,
    /// The edges.
    pub edges: Vec<[String; 2]>,
}

impl GraphRecord {
    /// The record of a board, if it is not a grid.
    pub fn of(board: &Board) -> Option<GraphRecord> {
        let name = |point: u8| point_name(board, point);
        (!board.is_grid()).then(|| GraphRecord {
            points: (0..board.points() as u8).map(name).collect(),
            edges: board.edges().map(|(a, b)| [name(a), name(b)]).collect(),
        })
    }
}

/// The head of a record: the version of its form, and the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoardRecord {
    /// The version of this form.
    pub schema: u32,
    /// Rows by columns, or the name of a graph.
    #[serde(rename = "board")]
    pub name: String,
    /// Points and edges, of a board that is not a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphRecord>,
}

impl BoardRecord {
    /// The record of a board.
    pub fn of(board: &Board) -> BoardRecord {
        BoardRecord { schema: SCHEMA, name: board.to_string(), graph: GraphRecord::of(board) }
    }
}

/// The value of each option that a ruleset has, by its name.
pub type OptionValues = BTreeMap<String, String>;

/// The options of a ruleset that mean something with these values of the others.
pub fn option_values(entry: &Entry, options: &Options) -> OptionValues {
    let settings = entry.settings(options).into_iter();
    settings.map(|(axis, value)| (axis.name().to_string(), value.to_string())).collect()
}

/// A ruleset with its options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RulesRecord {
    /// The name of the ruleset.
    #[serde(rename = "rules")]
    pub id: String,
    /// Its name in prose.
    pub title: String,
    /// The document that it carries out.
    pub document: String,
    /// Every option that it has.
    pub options: OptionValues,
}

impl RulesRecord {
    /// The record of a ruleset.
    pub fn of(entry: &Entry, options: &Options) -> RulesRecord {
        RulesRecord {
            id: entry.id.to_string(),
            title: entry.title.to_string(),
            document: entry.document.to_string(),
            options: option_values(entry, options),
        }
    }
}

/// The position that a game starts from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StartRecord {
    /// The position: rows from the top with `/` between them, or one letter for each point of a graph.
    #[serde(rename = "start")]
    pub position: String,
    /// Who moves first.
    pub to_move: Player,
}

impl StartRecord {
    /// The record of a start.
    pub fn of(board: &Board, position: &Position, to_move: Player) -> StartRecord {
        StartRecord { position: diagram_line(board, position), to_move }
    }
}

/// A question as the program was asked it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct QuestionRecord {
    /// The board.
    #[serde(flatten)]
    pub board: BoardRecord,
    /// The ruleset.
    #[serde(flatten)]
    pub rules: RulesRecord,
    /// The start.
    #[serde(flatten)]
    pub start: StartRecord,
    /// The moves that were played from the start before the question is asked.
    pub moves: Vec<MoveName>,
}

impl QuestionRecord {
    /// The record of a question.
    pub fn of(game: &Game, start: &Position, to_move: Player, moves: &[Move]) -> QuestionRecord {
        QuestionRecord {
            board: BoardRecord::of(&game.board),
            rules: RulesRecord::of(game.entry, &game.options),
            start: StartRecord::of(&game.board, start, to_move),
            moves: MoveName::all(&game.board, moves),
        }
    }
}

/// The game in SGF that a question was read from, with what does not show in the question itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SourceRecord {
    /// The file; `-` for standard input.
    pub file: String,
    /// How many moves of the line were taken.
    pub taken: usize,
    /// The moves of the whole line.
    pub line_moves: usize,
    /// If the start was set up behind moves of the line, which are then no part of the past: how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_up_after: Option<usize>,
    /// Komi as it is written. Scores are without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<String>,
}
