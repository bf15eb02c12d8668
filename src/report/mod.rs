//! Results as people and programs read them: the record of a solution, its JSON, and its words.

pub mod display;
pub mod json;
pub mod record;
pub mod schemas;
