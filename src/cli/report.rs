//! Words and diagrams shared by the subcommands.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::go::notation::{diagram, move_name};
use crate::go::{Move, Player, Topology};
use crate::rules::Points;
use crate::rules::catalogue::Entry;
use crate::rules::options::Options;
use crate::rules::referee::{Forced, Step};

/// `0 (draw)`, `2 (Black wins by 2)`.
pub fn value_in_words(points: Points) -> String {
    let zero = Points::from_integer(0);
    match points.cmp(&zero) {
        std::cmp::Ordering::Equal => "0 (draw)".to_string(),
        std::cmp::Ordering::Greater => format!("{points} (Black wins by {points})"),
        std::cmp::Ordering::Less => format!("{points} (White wins by {})", -points),
    }
}

/// The options that differ from the defaults of the ruleset's first name, each with a space before it.
pub fn options_text(entry: &Entry, options: &Options) -> String {
    let usual = Options::default();
    let varied = entry.knows.iter().filter(|axis| axis.value(options) != axis.value(&usual));
    varied.map(|axis| format!(" --{} {}", axis.name(), axis.value(options))).collect()
}

/// The options of a ruleset, each with its value.
pub fn options_record(entry: &Entry, options: &Options) -> BTreeMap<&'static str, &'static str> {
    entry.knows.iter().map(|axis| (axis.name(), axis.value(options))).collect()
}

/// `black` or `white`, as users write it.
pub fn colour(player: Player) -> &'static str {
    match player {
        Player::Black => "black",
        Player::White => "white",
    }
}

/// A move of a game with what it did, and the diagram after it.
pub fn step(board: &Topology, step: &Step, text: &mut String) {
    let _ = writeln!(text, "{}", step_in_words(board, step));
    let last = match step.mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    };
    if last.is_some() {
        text.push_str(&diagram(board, &step.position, last));
    }
}

/// `4. White A2, captures 2`.
pub fn step_in_words(board: &Topology, step: &Step) -> String {
    let mut words = format!("{}. {} {}", step.number, step.player.name(), move_name(board, step.mv));
    match step.captured.count_ones() {
        0 => {}
        count => words.push_str(&format!(", captures {count}")),
    }
    match step.lost.count_ones() {
        0 => {}
        count => words.push_str(&format!(", suicide of {count}")),
    }
    match step.forced {
        Some(Forced::Initialised(pass)) => {
            words.push_str(&format!(
                ", forced: the position was initialised for {} before, by the pass of move {pass}",
                step.player.name()
            ));
        }
        Some(Forced::NoStonePlay) => words.push_str(", forced: no stone play is legal"),
        None => {}
    }
    if let Some(end) = step.end {
        if let Some(earlier) = end.earlier {
            let who = if step.player == Player::Black { "Black" } else { "White" };
            words.push_str(&format!("; {who} passed on this position at move {earlier}"));
        }
        words.push_str(&format!("; the game ends: {}", value_in_words(end.score)));
    }
    words
}

/// One JSON object, indented, with a line end.
pub fn json(record: &impl Serialize, text: &mut String) {
    // Records are made of strings, numbers and lists, which can always be written.
    let written = serde_json::to_string_pretty(record).expect("a record can be written as JSON");
    text.push_str(&written);
    text.push('\n');
}
