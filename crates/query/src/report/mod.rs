//! Results as people and programs read them: the record of a solution, its JSON, and its words.

pub mod json;
pub mod records;
pub mod words;
