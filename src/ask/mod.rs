//! Questions about a state of a game as others put them, and their answers as records: what the program's page in a
//! browser, its GTP engine and its Python package share.
//!
//! | file | what |
//! |---|---|
//! | `published.rs` | what is published of a start |
//! | `question.rs` | a game, its start, the moves made: checked, with one line that says what is wrong |
//! | `texts.rs` | the same as texts: board, ruleset with options, position, moves |
//! | `solver.rs` | a [`Session`](crate::solve::Session) that owns its game, and a set of them by game |
//! | `follow.rs` | an answer, with what is known of it while it is worked on |
//! | `differ/` | the smallest start that two rulesets tell apart, and why |
//! | `look.rs` | what can be seen of a state without any search: moves, bars, the end |
//! | `answers.rs` | a solution as the record of its question and answer |
//! | `catalogue.rs` | a ruleset of the catalogue as a record |
//! | `compare/` | one state under several rulesets: values, bars, what differs |
//! | `contrast.rs` | why moves that look better are not, and why other rulesets have another value |
//! | `course.rs` | the best moves on the way of a line |
//! | `facts.rs` | statements about the past in words, with the moments that made them true |
//! | `names.rs` | rulesets by any name, and in KataGo's terms |
//! | `otherwise.rs` | hypothetical games: a past that is otherwise in one fact, a move that nothing bars |
//! | `refutation.rs` | why a move is not better: the best replies to it, and the bars on the way |
//! | `rests_on.rs` | which facts of the past a value rests on, and what it would be without each |
//! | `told.rs` | a line told move by move, with what was barred |

pub mod answers;
pub mod catalogue;
pub mod compare;
pub mod contrast;
pub mod course;
pub mod differ;
pub mod facts;
pub mod follow;
pub mod look;
pub mod names;
pub mod otherwise;
pub mod published;
pub mod question;
pub mod refutation;
pub mod rests_on;
pub mod solver;
pub mod texts;
pub mod told;

pub use course::{Choices, best_on_the_line};
pub use follow::{Event, follow};
pub use look::Look;
pub use published::published;
pub use question::{Fault, Question, Setup};
pub use refutation::{Refutation, refutation};
pub use rests_on::{Explanation, RestsOn, explanation, rests_on};
pub use solver::{Solver, Solvers};
pub use texts::Texts;
