//! What the page in a browser is made of, whoever sends it: its files, and the records that do not depend on a question.
//!
//! The server (`serve`) answers with these, and the book (`book`) writes them to files.
//!
//! | file | what |
//! |---|---|
//! | `files.rs` | the built page of `web/dist` |
//! | `catalogue.rs` | the rulesets with their options and articles, and the boards to choose from |
//! | `boards.rs` | a board: its points and how they lie |
//! | `claims.rs` | the claims of the documents, with their verdicts and positions |
//! | `tables.rs` | the published table of empty boards |
//! | `published.rs` | what of the published results is part of the program |

pub mod boards;
pub mod catalogue;
pub mod claims;
pub mod files;
pub mod published;
pub mod tables;
