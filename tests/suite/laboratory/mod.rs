//! Rulesets that users write: rules files, and compositions that no document has.

mod files;
