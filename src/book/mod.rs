//! The page with the published results as files, which a browser opens without a program or a network: `solve book`.
//!
//! `web/BOOK.md` says what the files hold. Everything comes from a folder of published results; nothing is solved.
//!
//! | file | what |
//! |---|---|
//! | `contents.rs` | all files of a book |
//! | `script.rs` | a record as a script, which a page that was opened as a file can read |
//! | `empty.rs` | the empty boards |
//! | `strong.rs` | every position of small boards as the start of a game |
//! | `shelf.rs` | the folder that a book is written to |

mod contents;
mod empty;
mod script;
mod shelf;
mod strong;

pub use contents::contents;
pub use shelf::{Occupied, Shelf};
