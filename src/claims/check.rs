//! The checks that decide a claim, as a file writes them down.

use std::fmt;

use serde::Deserialize;

use super::checks::passes::Passes;
use crate::go::Player;

/// The player to move, as a file names him.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mover {
    /// Black.
    #[default]
    Black,
    /// White.
    White,
}

impl fmt::Display for Mover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Player::from(*self).name())
    }
}

impl From<Mover> for Player {
    fn from(mover: Mover) -> Player {
        match mover {
            Mover::Black => Player::Black,
            Mover::White => Player::White,
        }
    }
}

/// Something that the program can find out.
#[derive(Debug, Deserialize)]
#[serde(tag = "check", deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Check {
    /// The value of a position, after some moves; under a ruleset for more than two players, the points that Black can secure.
    Value {
        /// The ruleset with its options, as on the command line: `kee2009 --lift produced`.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// The moves.
        #[serde(default)]
        after: String,
        /// What the value should be: `= 2`, `>= 0`, `< 0`, `= no-result`.
        expect: String,
    },
    /// The best moves.
    Best {
        /// The ruleset with its options.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// Moves played before.
        #[serde(default)]
        after: String,
        /// Moves that must be best.
        moves: String,
        /// Whether every other move must be worse.
        #[serde(default)]
        only: bool,
    },
    /// A line of play: see [`super::checks::script`].
    Line {
        /// The ruleset with its options.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// The moves with their marks.
        moves: String,
        /// The score with which the last move ends the game; of more than two players, Black's.
        ends: Option<String>,
        /// The scoring positions, in the order of Kee 2009, rule 17.
        scoring: Option<Vec<String>>,
        /// The stones that Black and White have captured.
        prisoners: Option<[u32; 2]>,
        /// The area of the last position, Black's points less White's.
        area: Option<i32>,
        /// The last position, drawn.
        shows: Option<String>,
        /// Whether every move must be a best one.
        #[serde(default)]
        best: bool,
    },
    /// Whether stones can be captured, where one player keeps to a few intersections: see `checks/capture.rs`.
    Capture {
        /// The ruleset with its options.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// Moves played before.
        #[serde(default)]
        after: String,
        /// Where the stones stand.
        target: String,
        /// The player whose moves are limited.
        limited: Mover,
        /// The intersections to which he keeps.
        points: String,
        /// Stones of Black whose loss settles the matter against him.
        #[serde(default)]
        black: String,
        /// Stones of White whose loss settles the matter against him.
        #[serde(default)]
        white: String,
        /// Whether the stones should be captured.
        captured: bool,
    },
    /// Every game from the empty board ends, with a score: see `checks/property.rs`.
    Ends {
        /// The ruleset with its options.
        rules: String,
        /// Boards on which every game is looked at.
        every_game: Vec<String>,
        /// Boards on which every key is looked at, and games are played at random.
        every_key: Vec<String>,
        /// The same on every graph of up to so many points; 0 for none.
        #[serde(default)]
        every_graph: usize,
    },
    /// What a pass does to the ban on repetition, and what scoring cycles are made of: see `checks/passes.rs`.
    Passes {
        /// The ruleset with its options.
        rules: String,
        /// What should hold.
        property: Passes,
        /// The boards.
        boards: Vec<String>,
    },
    /// What a line that ends without scoring positions counts by the points that do not change in its scoring cycle: see
    /// `checks/unchanged.rs`.
    Unchanged {
        /// The ruleset with its options.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// The moves with their marks.
        moves: String,
        /// Black's points less White's.
        score: i32,
    },
    /// Values of first moves from the empty board, the best first, one for each class of moves that the
    /// symmetries of the board make equal; that of the pass in parentheses.
    Openings {
        /// The ruleset with its options.
        rules: String,
        /// The board.
        board: String,
        /// The values, as many as the source gives.
        expect: Vec<String>,
    },
    /// What each side can force in finite play, under a ruleset whose games may go on for ever.
    Interval {
        /// The ruleset with its options.
        rules: String,
        /// The board.
        board: String,
        /// What Black is sure of and what White is sure of.
        expect: [i32; 2],
    },
    /// How many intersections are directly adjacent to two neighbouring ones, on a board: see `checks/around.rs`.
    Around {
        /// The board.
        board: String,
        /// The fewest and the most.
        expect: [u32; 2],
    },
    /// How many positions of a board, Black to move, have another value under another ruleset. Of positions that
    /// symmetries of the board make equal one counts.
    Differ {
        /// The two rulesets with their options.
        rules: [String; 2],
        /// The board.
        board: String,
        /// How many differ.
        rows: u64,
        /// How many there are.
        of: Option<u64>,
        /// By how many points they differ at most, if no value is without a result.
        most: Option<String>,
    },
    /// The number of legal positions.
    Positions {
        /// The board.
        board: String,
        /// The number.
        expect: String,
    },
    /// The number of games from the empty board.
    Games {
        /// The ruleset with its options.
        rules: String,
        /// The board.
        board: String,
        /// The number.
        expect: String,
    },
}

impl Check {
    /// The position that the check is about, which is that of the claim unless it names another; `None` if it is about
    /// no one position.
    pub fn position<'a>(&'a self, of_claim: Option<&'a String>) -> Option<&'a String> {
        match self {
            Check::Value { position, .. }
            | Check::Best { position, .. }
            | Check::Line { position, .. }
            | Check::Capture { position, .. }
            | Check::Unchanged { position, .. } => position.as_ref().or(of_claim),
            Check::Ends { .. }
            | Check::Passes { .. }
            | Check::Openings { .. }
            | Check::Interval { .. }
            | Check::Around { .. }
            | Check::Differ { .. }
            | Check::Positions { .. }
            | Check::Games { .. } => None,
        }
    }
}
