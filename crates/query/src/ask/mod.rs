//! Questions about a state of a game as others put them, and their answers as records: what the
//! program's page in a browser, its GTP engine and its Python package share.

pub mod answers;
pub mod compare;
pub mod contrast;
pub mod dependencies;
pub mod differ;
pub mod follow;
pub mod look;
pub mod question;
pub mod refutation;
pub mod rulesets;
pub mod solver;

pub use answers::{StateMoves, best_moves_along_line, published};
pub use contrast::{Explanation, explanation};
pub use dependencies::{Dependencies, rests_on};
pub use follow::{Event, Following, follow};
pub use look::Look;
pub use question::{Question, QuestionError, Texts};
pub use refutation::{Refutation, refutation};
pub use solver::{Solver, Solvers};
