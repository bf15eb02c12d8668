//! A comparison as JSON has it.

use serde::Serialize;

use super::column::Stands;
use super::table::{Cell, Is, Table};
use crate::ask::look::Barred;
use crate::go::Move;
use crate::report::record::{BoardRecord, Bounds, Effort, MoveName, RulesRecord, StartRecord};
use crate::solve::Value;

/// What `solve compare --json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    /// The board.
    #[serde(flatten)]
    pub board: BoardRecord,
    /// The start.
    #[serde(flatten)]
    pub start: StartRecord,
    /// The moves that were played from the start before the question is asked.
    pub moves: Vec<MoveName>,
    /// How many play. With more than two, values are what the player to move can secure.
    pub players: usize,
    /// The rulesets, and what each makes of the state.
    pub columns: Vec<ColumnRecord>,
    /// The moves, and what becomes of each under each ruleset, in the order of the columns.
    pub rows: Vec<RowRecord>,
    /// The time of all of it.
    pub seconds: f64,
}

/// A ruleset, and what it makes of the state.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ColumnRecord {
    /// The ruleset with its options, as a command line has them.
    pub name: String,
    /// The ruleset.
    #[serde(flatten)]
    pub rules: RulesRecord,
    /// Whether the game goes on after the moves. If it has ended the value is the score; if a move may not be made it is
    /// in `cell`.
    pub goes_on: bool,
    /// The value of the state.
    pub cell: CellRecord,
    /// What it took.
    #[serde(flatten)]
    pub effort: Effort,
}

/// A move under each ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RowRecord {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// The first move that a symmetry of the state makes equal to this one, if it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<MoveName>,
    /// What becomes of it.
    pub cells: Vec<CellRecord>,
}

/// What becomes of a move, or of the state itself.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct CellRecord {
    /// What it is.
    pub kind: Kind,
    /// The value; `null` if it was not found within the limits, or there is none.
    pub value: Option<Value>,
    /// What is proved of the value.
    pub bounds: Option<Bounds>,
    /// Whether it is a best move.
    pub best: bool,
    /// Whether it is known to be something else than what most cells of the row are; if as many are one thing as another,
    /// than the first of these.
    pub differs: bool,
    /// Why the move may not be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Barred>,
}

/// What becomes of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It may be made.
    Worth,
    /// The past bars it.
    Barred,
    /// The ruleset does not admit it.
    Refused,
    /// The game does not go on under this ruleset.
    Over,
}

impl Record {
    /// The record of a comparison of at least one ruleset after some moves.
    pub fn of(table: &Table, made: &[Move], seconds: f64) -> Record {
        let setup = table.columns.first().expect("something is compared").setup();
        let board = &setup.game.board;
        let columns = table.columns.iter().zip(&table.value).zip(&table.spent);
        let columns = columns.map(|((column, value), (nodes, results, stopped))| {
            let game = &column.setup().game;
            ColumnRecord {
                name: column.name.clone(),
                rules: RulesRecord::of(game.entry, &game.options),
                goes_on: matches!(column.stands, Stands::GoesOn(_)),
                cell: CellRecord::of(value),
                effort: Effort { nodes: *nodes, results: *results, stopped: *stopped },
            }
        });
        let rows = table.rows.iter().map(|row| RowRecord {
            mv: MoveName::of(board, row.mv),
            like: row.like.map(|like| MoveName::of(board, like)),
            cells: row.cells.iter().map(CellRecord::of).collect(),
        });
        Record {
            board: BoardRecord::of(board),
            start: StartRecord::of(board, &setup.start, setup.to_move),
            moves: MoveName::all(board, made),
            players: setup.game.options.players.count(),
            columns: columns.collect(),
            rows: rows.collect(),
            seconds,
        }
    }
}

impl CellRecord {
    fn of(cell: &Cell) -> CellRecord {
        let empty = CellRecord {
            kind: Kind::Over,
            value: None,
            bounds: None,
            best: cell.best,
            differs: cell.differs,
            why: None,
        };
        match &cell.is {
            Is::Worth(answer) => CellRecord {
                kind: Kind::Worth,
                value: answer.exact(),
                bounds: Some(Bounds::of(answer)),
                ..empty
            },
            Is::Barred(why) => CellRecord { kind: Kind::Barred, why: Some(why.clone()), ..empty },
            Is::Refused(why) => CellRecord { kind: Kind::Refused, why: Some(why.clone()), ..empty },
            Is::Nothing => empty,
        }
    }
}
