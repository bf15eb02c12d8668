//! Questions about a state of a game as others put them, and their answers as records: what the program's page in a
//! browser, its GTP engine and its Python package share.
//!
//! | file | what |
//! |---|---|
//! | `question.rs` | a game, its start, the moves made: checked, with one line that says what is wrong |
//! | `texts.rs` | the same as texts: board, ruleset with options, position, moves |
//! | `solver.rs` | a [`Session`](crate::solve::Session) that owns its game, and a set of them by game |
//! | `follow.rs` | an answer, with what is known of it while it is worked on |
//! | `differ/` | the smallest start that two rulesets tell apart, and why |
//! | `look.rs` | what can be seen of a state without any search: moves, bars, the end |
//! | `answers.rs` | a solution as the record of its question and answer |
//! | `catalogue.rs` | a ruleset of the catalogue as a record |
//! | `compare/` | one state under several rulesets: values, bars, what differs |
//! | `course.rs` | the best moves on the way of a line |
//! | `why.rs` | a line told move by move, with what was barred |

pub mod answers;
pub mod catalogue;
pub mod compare;
pub mod course;
pub mod differ;
pub mod follow;
pub mod look;
pub mod question;
pub mod solver;
pub mod texts;
pub mod why;

pub use course::best_on_the_line;
pub use follow::{Event, follow};
pub use look::Look;
pub use question::{Fault, Question, Setup};
pub use solver::{Solver, Solvers};
pub use texts::Texts;
