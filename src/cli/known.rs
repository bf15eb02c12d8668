//! Values that shells complete: an argument that takes names of rulesets or of boards knows them, and takes others,
//! such as files, as well.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

use crate::rules::catalogue;

/// Boards that are offered: grids with published values, and one graph of each family.
pub const BOARDS: [&str; 22] = [
    "1x1",
    "1x2",
    "1x3",
    "1x4",
    "1x5",
    "1x6",
    "1x7",
    "1x8",
    "1x9",
    "2x2",
    "2x3",
    "2x4",
    "2x5",
    "3x3",
    "3x4",
    "4x4",
    "4x5",
    "path:4",
    "cycle:5",
    "star:4",
    "complete:4",
    "torus:3x3",
];

/// The reader of an argument, and the values that are offered for it.
#[derive(Clone)]
pub struct Known<P> {
    read: P,
    names: fn() -> Vec<&'static str>,
}

/// A reader of rulesets.
pub fn rulesets<P>(read: P) -> Known<P> {
    Known { read, names: || catalogue::names().collect() }
}

/// A reader of boards.
pub fn boards<P>(read: P) -> Known<P> {
    Known { read, names: || BOARDS.to_vec() }
}

impl<P: TypedValueParser> TypedValueParser for Known<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, Error> {
        self.read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}
