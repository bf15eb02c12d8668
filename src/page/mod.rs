//! What the page in a browser is made of, whoever sends it: its files, and the records that do not depend on a question.
//!
//! The server (`serve`) answers with these, and the book (`book`) writes them to files.
//!
//! | file | what |
//! |---|---|
//! | `files.rs` | the built page of `web/dist` |
//! | `catalogue.rs` | the rulesets with their options and articles, and the boards to choose from |
//! | `boards.rs` | a board: its points and how they lie |

pub mod boards;
pub mod catalogue;
pub mod files;
