//! What the reader and the writer of the binary form have in common.

use crate::format::Class;

/// The first line of each version.
pub const TITLES: [&str; 2] = ["superko certificate 1 binary", "superko certificate 2 binary"];

/// The line before the steps.
pub const DATA: &str = "data";

/// The classes by which a play can be barred in version 1, in the order of their outcomes.
pub const BARS: [Class; 3] = [Class::Stood, Class::Undone, Class::Initialised];
