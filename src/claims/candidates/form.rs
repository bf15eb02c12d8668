//! The form in which a search for candidates is written down.

use std::fmt;

use serde::Deserialize;

use crate::claims::check::Mover;
use crate::go::Player;

/// A search for the positions that fit what a text says.
///
/// Lone lower-case letters other than `x` are *variables* in the moves of constraints and measures: the search binds each
/// to an intersection, the same in all constraints. Two variables may stand for the same one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Search {
    /// The boards, each of which is searched.
    pub boards: Vec<String>,
    /// Who is to move; Black if it is left out.
    #[serde(default)]
    pub to_move: Turn,
    /// A template, if there is one board: `?` may be a black stone, a white stone, or empty.
    #[serde(default)]
    pub drawn: String,
    /// How many fit on each board, symmetric images counted once: on record, and compared.
    #[serde(default)]
    pub fit: Vec<u64>,
    /// The seconds that the search takes in a release build on one thread, if they are more than one.
    #[serde(default)]
    pub takes: f64,
    /// What is searched for, and where the text speaks of it.
    #[serde(default)]
    pub about: String,
    /// What the text says, in the order in which it is reported.
    pub constraints: Vec<Constraint>,
    /// What is found out of all that fit, without choosing by it.
    #[serde(default)]
    pub measures: Vec<Measure>,
}

impl Search {
    /// The template as rows with `/` between them; empty if there is none.
    pub fn rows(&self) -> String {
        rows(&self.drawn)
    }
}

/// A drawn position as rows with `/` between them.
pub fn rows(drawn: &str) -> String {
    let row = |row: &str| row.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    drawn.trim().lines().map(row).collect::<Vec<_>>().join("/")
}

/// Who may be to move in a candidate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// Black.
    #[default]
    Black,
    /// White.
    White,
    /// Black or White: a position is two candidates.
    Either,
}

impl Turn {
    /// The players who may be to move.
    pub fn players(self) -> &'static [Player] {
        match self {
            Turn::Black => &[Player::Black],
            Turn::White => &[Player::White],
            Turn::Either => &[Player::Black, Player::White],
        }
    }
}

/// Something that a text says of a position. Numbers are the least and the most.
#[derive(Debug, Deserialize)]
#[serde(tag = "need", deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Constraint {
    /// The number of empty intersections.
    Empty {
        /// What of the text requires it.
        says: String,
        /// The number.
        points: [u32; 2],
    },
    /// The number of kos, and of those that each player may take now (`shape.rs` says what is counted). No two of them
    /// touch the same intersection.
    Kos {
        /// What of the text requires it.
        says: String,
        /// The kos that Black may take.
        black: Option<[u32; 2]>,
        /// The kos that White may take.
        white: Option<[u32; 2]>,
        /// All of them.
        total: Option<[u32; 2]>,
        /// Whether no intersection of one ko may be beside one of another.
        #[serde(default)]
        apart: bool,
    },
    /// The number of a player's one-point eyes (`shape.rs` says what is counted).
    Eyes {
        /// What of the text requires it.
        says: String,
        /// The player.
        player: Mover,
        /// The number.
        count: [u32; 2],
    },
    /// The number of a player's chains, the single stones left out that stand in a ko.
    Chains {
        /// What of the text requires it.
        says: String,
        /// The player.
        player: Mover,
        /// The number.
        count: [u32; 2],
    },
    /// The area, Black's points less White's, after moves that are placed as the board admits them.
    Area {
        /// What of the text requires it.
        says: String,
        /// The moves.
        #[serde(default)]
        after: String,
        /// The area.
        score: [i32; 2],
    },
    /// A line of play can be played as it is written: see [`script`](crate::claims::checks::script).
    Line {
        /// What of the text requires it.
        says: String,
        /// The ruleset with its options.
        rules: String,
        /// The moves with their marks.
        moves: String,
        /// The score with which the last move ends the game.
        ends: Option<String>,
    },
    /// The value of the position after some moves.
    Value {
        /// What of the text requires it.
        says: String,
        /// The ruleset with its options.
        rules: String,
        /// The moves.
        #[serde(default)]
        after: String,
        /// What the value should be: `= 2`, `>= 0`.
        expect: String,
    },
    /// The best moves.
    Best {
        /// What of the text requires it.
        says: String,
        /// The ruleset with its options.
        rules: String,
        /// Moves played before.
        #[serde(default)]
        after: String,
        /// Moves that must be best.
        moves: String,
        /// Whether every other move must be worse.
        #[serde(default)]
        only: bool,
    },
}

impl Constraint {
    /// What of the text requires it.
    pub fn says(&self) -> &str {
        match self {
            Constraint::Empty { says, .. }
            | Constraint::Kos { says, .. }
            | Constraint::Eyes { says, .. }
            | Constraint::Chains { says, .. }
            | Constraint::Area { says, .. }
            | Constraint::Line { says, .. }
            | Constraint::Value { says, .. }
            | Constraint::Best { says, .. } => says,
        }
    }
}

impl fmt::Display for Constraint {
    /// What is needed, in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constraint::Empty { points, .. } => write!(f, "empty intersections: {}", range(points)),
            Constraint::Kos { black, white, total, apart, .. } => {
                let parts = [("Black may take", black), ("White may take", white), ("kos", total)];
                let told = parts.iter().filter_map(|(what, it)| Some((what, it.as_ref()?)));
                let mut told: Vec<String> = told.map(|(what, it)| format!("{what}: {}", range(it))).collect();
                told.extend(apart.then(|| "none beside another".to_string()));
                let none = if told.is_empty() { "kos: no two touch the same intersection" } else { "" };
                write!(f, "{none}{}", told.join(", "))
            }
            Constraint::Eyes { player, count, .. } => {
                write!(f, "one-point eyes of {player}: {}", range(count))
            }
            Constraint::Chains { player, count, .. } => write!(f, "chains of {player}: {}", range(count)),
            Constraint::Area { after, score, .. } => write!(f, "area{}: {}", when(after), range(score)),
            Constraint::Line { rules, moves, ends, .. } => {
                let ends = ends.as_ref().map_or(String::new(), |ends| format!(", which ends with {ends}"));
                write!(f, "{rules}: {moves}{ends}")
            }
            Constraint::Value { rules, after, expect, .. } => {
                write!(f, "{rules}{}: value {expect}", when(after))
            }
            Constraint::Best { rules, after, moves, only, .. } => {
                write!(f, "{rules}{}: {} {moves}", when(after), if *only { "only" } else { "best" })
            }
        }
    }
}

/// `after a pass`, with a space before it; nothing if there are no moves.
pub fn when(after: &str) -> String {
    if after.is_empty() { String::new() } else { format!(" after {after}") }
}

fn range<T: fmt::Display + PartialEq>([least, most]: &[T; 2]) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// A value that is found of every candidate that fits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Measure {
    /// The ruleset with its options.
    pub rules: String,
    /// Moves played before.
    #[serde(default)]
    pub after: String,
    /// How often each value comes up, on record: `-20 on 30, -18 on 7`.
    #[serde(default)]
    pub values: String,
    /// The seconds that it takes in a release build on one thread, if that is more than the search.
    #[serde(default)]
    pub takes: f64,
}
