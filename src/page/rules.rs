//! A ruleset with its options as one text, as the command line has it.

use crate::report::display::options_text;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;

/// `psk`, `kee2020 --lift produced`: the ruleset with the options that are not the default, in the order of its axes.
pub fn text(entry: &Entry, options: &Options) -> String {
    format!("{}{}", entry.id, options_text(entry, options))
}
