//! The parts of the page in a browser: the records that do not depend on a question.
//!
//! The server (`serve`) answers with these, and the book (`book`) writes them to files.

pub mod catalogue;
pub mod published;
