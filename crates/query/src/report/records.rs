//! JSON records of questions and solutions, as the program prints them (`--json`) and as the tables
//! publish them.
//!
//! A record is put together from parts that all outputs share: the board, the ruleset, the start,
//! the answer, the line of play, the effort. Their fields are typed; values, players and reasons
//! become text only in their serde implementations ([`superko_go::as_text`]), and moves in
//! [`MoveName`], since the name of a move depends on its board. Scores are Black's points minus
//! White's.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use superko_go::Player;
use superko_go::bits::PointSet;
use superko_go::board::Board;
use superko_go::notation::{diagram_line, move_name, parse_move, point_name};
use superko_go::player::Move;
pub use superko_go::player::colour;
use superko_go::position::Position;
use superko_rules::Rules;
use superko_rules::axes::Word;
use superko_rules::entry::Wording;
use superko_rules::game::Game;
use superko_rules::line::Line;
use superko_rules::referee::Referee;
use superko_solve::retrograde::Interval;
use superko_solve::{Answer, Budget, Solution, Stopped, Value};

// --- Questions ---

/// The version of every JSON object; it is raised by any change of their meaning.
pub const SCHEMA: u32 = 1;

/// The points of a board in the order of the letters of a position, and its edges, all by their names. A board whose
/// name does not say these has it in its record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GraphRecord {
    /// The points.
    pub points: Vec<String>,
    /// The edges.
    pub edges: Vec<[String; 2]>,
}

impl GraphRecord {
    /// The record of a board, if it is not a grid.
    pub fn of<S: PointSet>(board: &Board<S>) -> Option<GraphRecord> {
        let name = |point| point_name(board, point);
        (!board.is_grid()).then(|| GraphRecord {
            points: board.all().map(name).collect(),
            edges: board.edges().map(|(a, b)| [name(a), name(b)]).collect(),
        })
    }
}

/// The head of a record: the version of its form, and the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    pub fn of<S: PointSet>(board: &Board<S>) -> BoardRecord {
        BoardRecord { schema: SCHEMA, name: board.to_string(), graph: GraphRecord::of(board) }
    }
}

/// The value of each option that a ruleset has, by its name.
pub type OptionValues = BTreeMap<String, String>;

/// The options of a ruleset that mean something with these values of the others.
pub fn option_values(rules: &Rules) -> OptionValues {
    let settings = rules.settings().into_iter();
    settings.map(|(axis, value)| (axis.name().to_string(), value.to_string())).collect()
}

/// A ruleset with its options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct RulesRecord {
    /// The name of the ruleset.
    #[serde(rename = "rules")]
    pub id: String,
    /// Its name in prose.
    pub title: String,
    /// The document that it carries out.
    pub document: String,
    /// `reconstruction` if it is one, as its document was not at hand; left out otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wording: Option<String>,
    /// Every option that it has.
    pub options: OptionValues,
}

impl RulesRecord {
    /// The record of a ruleset.
    pub fn of(rules: &Rules) -> RulesRecord {
        let entry = rules.entry;
        RulesRecord {
            id: entry.id.to_string(),
            title: entry.title.to_string(),
            document: entry.document.to_string(),
            wording: entry.is_reconstruction().then(|| Wording::Reconstruction.word().to_string()),
            options: option_values(rules),
        }
    }
}

/// The position that a game starts from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct StartRecord {
    /// The position: rows from the top with `/` between them, or one letter for each point of a graph.
    #[serde(rename = "start")]
    pub position: String,
    /// Who moves first.
    pub to_move: Player,
}

impl StartRecord {
    /// The record of a start.
    pub fn of<S: PointSet>(board: &Board<S>, position: &Position<S>, to_move: Player) -> StartRecord {
        StartRecord { position: diagram_line(board, position), to_move }
    }
}

/// A question as the program was asked it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    pub fn of<S: PointSet>(game: &Game<S>, line: &Line<S>) -> QuestionRecord {
        QuestionRecord {
            board: BoardRecord::of(&game.board),
            rules: RulesRecord::of(&game.ruleset()),
            start: StartRecord::of(&game.board, &line.start, line.to_move),
            moves: MoveName::all(&game.board, &line.moves),
        }
    }
}

/// The game in SGF that a question was read from, with what does not show in the question itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct SourceRecord {
    /// The file; `-` for standard input.
    pub file: String,
    /// How many moves of the line were taken.
    pub taken: usize,
    /// The moves of the whole line.
    pub line_moves: usize,
    /// If the start was set up after moves of the line, which are then no part of the history: how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_up_after: Option<usize>,
    /// Komi as it is written. Scores are without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<String>,
}

// --- Answers ---

/// What is proved of a value that lies between two scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    /// The bounds of a value from `low` to `high`.
    pub fn between(low: Value, high: Value) -> Bounds {
        Bounds { low, high, low_exclusive: false, high_exclusive: false }
    }

    /// The bounds of an answer: the value twice, if it is known exactly.
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    pub fn of(board: &superko_go::Board, solution: &Solution) -> AnswerRecord {
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
    pub fn all(board: &superko_go::Board, solution: &Solution) -> Vec<MoveValue> {
        MoveValue::listed(board, &solution.move_values)
    }

    /// Moves with what is known of their values.
    pub fn listed(board: &superko_go::Board, values: &[(superko_go::Move, Answer)]) -> Vec<MoveValue> {
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    /// The principal variation of a solution, cut after `most` moves. The referee stands where it
    /// begins.
    pub fn of(
        mut referee: Referee,
        board: &superko_go::Board,
        solution: &Solution,
        most: usize,
    ) -> LineRecord {
        let line = &solution.pv;
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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

// --- Published values ---

/// What is published of the value of a start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Published {
    /// The value; `null` if bounds alone are published.
    pub value: Option<Value>,
    /// The bounds.
    pub bounds: Bounds,
    /// What there is to check this with: one backing, or one for each bound.
    pub backing: Vec<Backing>,
}

/// What there is to check a published value or bound with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Backing {
    /// A certificate in the repository.
    Certificate {
        /// Its path.
        path: String,
        /// Its SHA-256 sum.
        sha256: String,
        /// The command that made it.
        command: String,
    },
    /// A certificate that is too large for the repository.
    Remade {
        /// Its SHA-256 sum.
        sha256: String,
        /// The command that makes it again.
        command: String,
    },
    /// The search alone.
    Search {
        /// The command that repeats it.
        command: String,
    },
}

/// A line of `published.jsonl`: a start, what is published of its value, and the backing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PublishedStart {
    /// The board. It is the first field, so that the lines of a board are found without reading the others.
    pub board: String,
    /// The position, row by row.
    pub start: String,
    /// Who moves first.
    pub to_move: Player,
    /// The ruleset with its options, as a command line has them.
    pub rules: String,
    /// Black can reach this.
    pub low: Value,
    /// White can hold him to this: the value, if it is the same.
    pub high: Value,
    /// What there is to check it with.
    pub backing: Backing,
}

// --- Printed records ---

/// What `solve --json` prints of a game of two.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct EarlierRuns {
    /// The nodes.
    pub nodes: u64,
    /// The time.
    pub seconds: f64,
}

/// What `solve --json` prints of a game of more than two.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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

// --- Moves ---

/// A move by its name, such as `A2` or `pass`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct MoveName(String);

impl MoveName {
    /// The name of a move on a board.
    pub fn of<S: PointSet>(board: &Board<S>, mv: Move<S::Point>) -> MoveName {
        MoveName(move_name(board, mv))
    }

    /// The names of moves on a board.
    pub fn all<S: PointSet>(board: &Board<S>, moves: &[Move<S::Point>]) -> Vec<MoveName> {
        moves.iter().map(|mv| MoveName::of(board, *mv)).collect()
    }

    /// The move that has this name on a board, if there is one.
    pub fn on<S: PointSet>(&self, board: &Board<S>) -> Option<Move<S::Point>> {
        parse_move(board, &self.0).ok()
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::Player;
    use superko_solve::{Stopped, Value};

    #[test]
    fn typed_fields_are_read_back_from_their_texts() {
        for text in ["\"2\"", "\"-1/2\"", "\"no-result\""] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
        }
        for text in ["\"\"", "\"1/0\"", "\"draw\"", "2"] {
            assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        }
        for player in Player::COLOURS {
            let text = serde_json::to_string(&player).unwrap();
            assert_eq!(serde_json::from_str::<Player>(&text).unwrap(), player);
        }
        let error = serde_json::from_str::<Player>("\"blue\"").unwrap_err().to_string();
        assert!(error.contains("\"blue\", expected \"black\", \"white\", \"red\", \"green\""), "{error}");
        let text = serde_json::to_string(&Stopped::Nodes).unwrap();
        assert_eq!(serde_json::from_str::<Stopped>(&text).unwrap(), Stopped::Nodes);
    }

    #[test]
    fn a_move_is_named_as_its_board_names_it() {
        let board = Board::grid(2, 3).unwrap();
        let names = MoveName::all(&board, &[Move::Place(0), Move::Pass]);
        assert_eq!(serde_json::to_string(&names).unwrap(), r#"["A2","pass"]"#);
        assert_eq!(names[0].on(&board), Some(Move::Place(0)));
        assert_eq!(MoveName("C2".to_string()).on(&Board::grid(2, 2).unwrap()), None);
    }
}
