//! The form in which a search for candidates is written down.

use serde::Deserialize;

use crate::claims::check::Mover;
use crate::go::Player;

/// A search for the positions that fit what a text says.
///
/// Lone lower-case letters other than `x` are *variables* in the moves of constraints and measures: the search binds them
/// to intersections, the same in all constraints.
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
    /// The seconds that the search takes in a release build on one thread.
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
    /// The number of kos, and of those that each player may take now. All intersections that they touch are different.
    Kos {
        /// What of the text requires it.
        says: String,
        /// The kos that Black may take.
        black: Option<[u32; 2]>,
        /// The kos that White may take.
        white: Option<[u32; 2]>,
        /// All of them.
        total: Option<[u32; 2]>,
    },
    /// The number of a player's one-point eyes: empty intersections all of whose neighbours are stones of one of his chains,
    /// the empty intersections of kos left out.
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
