//! The shape in which a solution is written, as JSON: by the program (`--json`) and in the published tables.
//!
//! A record is put together from parts that all outputs share: the board, the ruleset, the start, the answer, the
//! line of play, the effort. Their fields are typed; values, players and reasons become text only in their
//! serde implementations, and moves in [`MoveName`], since the name of a move depends on its board. Scores are Black's
//! points less White's.

mod answer;
mod printed;
mod published;
mod question;
mod text;

pub use answer::{AnswerRecord, Bounds, Effort, FinitePlay, LineRecord, MoveValue, ShareRecord, Spent};
pub use printed::{EarlierRuns, ErrorRecord, Secured, Solved, SolvedForEach};
pub use published::{Backing, Published, PublishedStart};
pub use question::{
    BoardRecord, GraphRecord, OptionValues, QuestionRecord, RulesRecord, SCHEMA, SourceRecord, StartRecord,
    option_values,
};
pub use text::MoveName;

pub use crate::go::player::colour;
