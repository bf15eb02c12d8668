//! Rulesets that users write: rules files, and compositions that no document has.

mod endings;
mod files;
mod values;
