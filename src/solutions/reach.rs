//! The largest boards that have tables, in intersections: on larger ones the limit of nodes leaves nothing but the bounds
//! that everyone knows.

use crate::go::Board;
use crate::go::board::MAX_POINTS;
use crate::rules::axes::{Options, Scoring};
use crate::rules::entry::Entry;

/// The largest boards of a ruleset.
#[derive(Debug, Clone, Copy)]
pub struct Reach {
    /// A table of the empty start, on a board of one row or column.
    pub line: usize,
    /// The same, on any other board.
    pub other: usize,
    /// A table of every position.
    pub every: usize,
    /// Either, with an option that is not at its default.
    varied: usize,
}

impl Reach {
    /// Boards of any kind with so many intersections for a table of the empty start, whatever the options, and so many
    /// for one of every position.
    const fn to(empty: usize, every: usize) -> Reach {
        Reach { line: empty, other: empty, every, varied: empty }
    }

    /// The reach of a ruleset's own tables, before it is narrowed for options.
    fn of_ruleset(entry: &Entry, options: &Options) -> Reach {
        match (entry.id, options.scoring) {
            // All states are listed: 0.8 million of 3x3, 2.4 million of 1x8, 4.3 million of 2x5, 7.8 million of 1x9, 47
            // million of 3x4.
            ("jann", Scoring::Area) => Reach { line: 10, other: 12, every: 12, varied: 9 },
            // The confirmation sequences of 1x9 take half a minute, and would in every check of a table whose game is
            // replayed.
            ("jann", Scoring::Territory) => Reach { line: 8, other: 9, every: 9, varied: 9 },
            ("kee2007", _) => Reach { line: 9, other: 0, every: 3, varied: 9 },
            // Its lemmas are about means: not every position of 2x6 had a value after five minutes, which others take half of one for.
            ("kee2009", _) => Reach { line: 14, other: 16, every: 11, varied: MAX_POINTS },
            ("simple-ko" | "psk" | "ssk" | "nssk" | "spight" | "kee2020", _) => {
                Reach::to(MAX_POINTS, MAX_POINTS)
            }
            // Further rulesets, and those of users.
            _ => Reach::to(12, 9),
        }
    }

    /// The reach of a ruleset with these options.
    pub fn of(entry: &Entry, options: &Options) -> Reach {
        let reach = Reach::of_ruleset(entry, options);
        let defaults = entry.defaults();
        let varied = entry.settings(options).into_iter().any(|(axis, value)| value != axis.value(&defaults));
        let most = if varied { reach.varied } else { MAX_POINTS };
        let [line, other, every] = [reach.line, reach.other, reach.every].map(|points| points.min(most));
        Reach { line, other, every, ..reach }
    }
}

/// Whether the empty start of a board is within reach of a published table.
pub fn reaches(entry: &Entry, board: &Board, options: &Options) -> bool {
    let line = board.is_grid() && board.rows().min(board.cols()) == 1;
    let reach = Reach::of(entry, options);
    board.points() <= entry.most_points(options).min(if line { reach.line } else { reach.other })
}

/// Whether the empty start of a board is within reach with any option varied, and so takes no more than seconds with the
/// defaults.
pub fn reaches_soon(entry: &Entry, board: &Board) -> bool {
    let defaults = entry.defaults();
    board.points() <= Reach::of_ruleset(entry, &defaults).varied && reaches(entry, board, &defaults)
}
