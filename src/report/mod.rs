//! Results as people and programs read them: the record of a solution, its JSON, and its words.

pub mod json;
pub mod records;
pub mod words;

// compat
pub use json as schemas;
pub use records as record;
pub use words as display;
