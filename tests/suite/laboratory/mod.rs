//! Rulesets that users write: rules files, and compositions that no document has.

pub mod drafts;
mod endings;
mod files;
mod values;
