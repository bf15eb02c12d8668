//! The shape in which a solution is written, as JSON: by the program (`--json`) and in the published tables.
//!
//! A record is put together from parts that all outputs share: the board, the ruleset, the start, the answer, the
//! line of play, the effort. Their fields are typed; values, players and reasons become text only in the serde
//! implementations below, and moves in [`MoveName`], since the name of a move depends on its board. Scores are Black's
//! points less White's.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::go::notation::{diagram_line, move_name, parse_move, point_name};
use crate::go::{Board, Move, Player, Players, Position};
use crate::referee::Referee;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;
use crate::rules::{Game, Points};
use crate::solve::retrograde::Interval;
use crate::solve::{Answer, Budget, Solution, Stopped, Value};

/// The version of every JSON object; it is raised by any change of their meaning.
pub const SCHEMA: u32 = 1;

/// A type that JSON holds as a text.
trait AsText: Sized {
    /// What a text of this type looks like, for messages.
    const EXPECTED: &'static str;
    /// The JSON Schema of its texts.
    #[cfg(test)]
    fn schema() -> schemars::Schema;
    fn to_text(&self) -> String;
    fn from_text(text: &str) -> Option<Self>;
}

impl AsText for Value {
    const EXPECTED: &'static str = "a score such as \"2\" or \"1/2\", or \"no-result\"";

    #[cfg(test)]
    fn schema() -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^(-?[0-9]+(/[0-9]+)?|no-result)$" })
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Value> {
        match text {
            "no-result" => Some(Value::NoResult),
            score => score.parse::<Points>().ok().map(Value::Points),
        }
    }
}

impl AsText for Player {
    const EXPECTED: &'static str = "\"black\", \"white\" or \"red\"";

    #[cfg(test)]
    fn schema() -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Players::Three.all() })
    }

    fn to_text(&self) -> String {
        colour(*self).to_string()
    }

    fn from_text(text: &str) -> Option<Player> {
        Players::Three.all().iter().copied().find(|player| colour(*player) == text)
    }
}

/// What may stop a search.
const REASONS: [Stopped; 6] =
    [Stopped::Time, Stopped::Nodes, Stopped::Memory, Stopped::Depth, Stopped::Interrupted, Stopped::Needless];

impl AsText for Stopped {
    const EXPECTED: &'static str = "the limit that stopped a search";

    #[cfg(test)]
    fn schema() -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": REASONS })
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Stopped> {
        REASONS.into_iter().find(|stopped| stopped.to_string() == text)
    }
}

macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.to_text())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                <$type>::from_text(&text)
                    .ok_or_else(|| D::Error::custom(format!("{text:?}, expected {}", <$type>::EXPECTED)))
            }
        }

        #[cfg(test)]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$type>::schema()
            }
        }
    )*};
}

serde_as_text!(Value, Player, Stopped);

/// `black`, `white` or `red`, as users write a player.
pub fn colour(player: Player) -> &'static str {
    match player {
        Player::Black => "black",
        Player::White => "white",
        Player::Red => "red",
    }
}

/// A move by its name, such as `A2` or `pass`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct MoveName(String);

impl MoveName {
    /// The name of a move on a board.
    pub fn of(board: &Board, mv: Move) -> MoveName {
        MoveName(move_name(board, mv))
    }

    /// The names of moves on a board.
    pub fn all(board: &Board, moves: &[Move]) -> Vec<MoveName> {
        moves.iter().map(|mv| MoveName::of(board, *mv)).collect()
    }

    /// The move that has this name on a board, if there is one.
    pub fn on(&self, board: &Board) -> Option<Move> {
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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

/// What is proved of a value that lies between two scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Black can reach this.
    pub low: Value,
    /// White can hold him to this.
    pub high: Value,
}

impl Bounds {
    /// What is known of a value: the value twice, if it is known exactly.
    pub fn of(answer: &Answer) -> Bounds {
        match answer {
            Answer::Exact(value) => Bounds { low: *value, high: *value },
            Answer::Between(bounds) => {
                Bounds { low: Value::Points(bounds.low), high: Value::Points(bounds.high) }
            }
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
        let values = solution.move_values.iter().map(|(mv, answer)| MoveValue {
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

/// What `solve --json` prints of a game of two.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Solved {
    /// The question.
    #[serde(flatten)]
    pub question: QuestionRecord,
    /// The answer.
    #[serde(flatten)]
    pub answer: AnswerRecord,
    /// Every legal first move with its value, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub move_values: Vec<MoveValue>,
    /// A line of best play.
    #[serde(flatten)]
    pub line: LineRecord,
    /// What it took.
    #[serde(flatten)]
    pub spent: Spent,
}

/// What `solve --players 3 --json` prints.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SolvedForThree {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_fields_are_read_back_from_their_texts() {
        for text in ["\"2\"", "\"-1/2\"", "\"no-result\""] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
        }
        for text in ["\"\"", "\"1/0\"", "\"draw\"", "2"] {
            assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        }
        for player in Players::Three.all() {
            let text = serde_json::to_string(player).unwrap();
            assert_eq!(serde_json::from_str::<Player>(&text).unwrap(), *player);
        }
        let error = serde_json::from_str::<Player>("\"green\"").unwrap_err().to_string();
        assert!(error.contains("\"green\", expected \"black\", \"white\" or \"red\""), "{error}");
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
