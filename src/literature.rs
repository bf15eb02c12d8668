//! What others have published about tiny boards, as data, each with its source.
//!
//! Values are Black's points less White's by area, Black to move unless said. Nothing here is computed, and
//! nothing that is computed looks here: the published tables and the claims hold their own values against
//! these. Where a source does not say what its rules were, that is said too.

/// Where something was published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// How the tables refer to it.
    pub name: &'static str,
    /// Author, title, year where it is known.
    pub citation: &'static str,
    /// Where it can be read; empty if that is not known.
    pub url: &'static str,
    /// What it says of its rules.
    pub rules: &'static str,
}

/// Drange's tables of Mini-Go.
pub const DRANGE: Source = Source {
    name: "Drange",
    citation: "Ted Drange and others, Mini-GO, 1998",
    url: "http://www.mathpuzzle.com/go",
    rules: "area; which superko is not stated",
};

/// Hayward's exercises in linear Go.
pub const HAYWARD: Source = Source {
    name: "Hayward",
    citation: "Ryan Hayward, course notes on Go, University of Alberta",
    url: "https://webdocs.cs.ualberta.ca/~hayward/396/jem/go.html",
    rules: "area, situational superko, no suicide",
};

/// Programs about the complexity of superko.
pub const PICHE: Source = Source {
    name: "jpiche",
    citation: "jpiche, superko-complexity",
    url: "https://github.com/jpiche/superko-complexity",
    rules: "area, positional and situational superko, with and without suicide",
};

/// Tromp's page on 2x2.
pub const TROMP_2X2: Source = Source {
    name: "Tromp 2x2",
    citation: "John Tromp, 2x2 Go",
    url: "https://tromp.github.io/java/go/twoxtwo.html",
    rules: "area, positional superko",
};

/// The numbers of positions and of games.
pub const COMBINATORICS: Source = Source {
    name: "Tromp and Farnebäck",
    citation: "John Tromp and Gunnar Farnebäck, Combinatorics of Go, 2016",
    url: "https://tromp.github.io/go/gostate.pdf",
    rules: "positional superko where games are counted",
};

/// Solvers of basic ko that give intervals.
pub const INTERVALS: Source = Source {
    name: "tinygosolver, weizigo",
    citation: "tinygosolver; Alex Genaud, weizigo",
    url: "https://github.com/alexgenaud/weizigo",
    rules: "area, basic ko; a game may go on for ever",
};

/// Van der Werf's solution of 5x5.
pub const WERF: Source = Source {
    name: "van der Werf",
    citation: "Erik van der Werf, Solving Go on Small Boards, 2003",
    url: "http://erikvanderwerf.tengen.nl/mxngo.html",
    rules: "area, basic ko with bounds on long cycles",
};

/// Every source.
pub const SOURCES: [Source; 7] = [DRANGE, HAYWARD, PICHE, TROMP_2X2, COMBINATORICS, INTERVALS, WERF];

/// An opening on an empty board, with its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// A stone.
    Stone(i32),
    /// A pass.
    Pass(i32),
}

impl Opening {
    /// The value.
    pub fn value(self) -> i32 {
        match self {
            Opening::Stone(value) | Opening::Pass(value) => value,
        }
    }
}

/// The best, second best, ... opening of an empty board, as far as they are given; openings that a symmetry
/// makes equal are one.
#[derive(Debug, Clone, Copy)]
pub struct Openings {
    /// Rows by columns.
    pub board: &'static str,
    /// From the best down.
    pub openings: &'static [Opening],
}

macro_rules! openings {
    (@one pass $value:expr) => { Opening::Pass($value) };
    (@one stone $value:expr) => { Opening::Stone($value) };
    ($($board:literal: $($kind:ident $value:expr),+;)+) => {
        &[$(Openings { board: $board, openings: &[$(openings!(@one $kind $value)),+] }),+]
    };
}

/// Drange's table. Where it puts a value in parentheses the opening is a pass. The third value of 3x5 has an
/// asterisk in the source, whose meaning is not known here.
pub const MINI_GO: &[Openings] = openings! {
    "1x2": pass 0, stone -2;
    "1x3": stone 3, stone -3;
    "1x4": stone 4, stone -4;
    "1x5": stone 0, stone 0, pass 0;
    "1x6": stone 1, stone -1, stone -1;
    "1x7": stone 2, stone 2, stone -2;
    "1x8": stone 3, stone 1, stone -1;
    "1x9": stone 0, stone 0, stone -2;
    "1x10": stone 1;
    "1x11": stone 2;
    "1x12": stone 1;
    "1x13": stone 2;
    "2x2": stone 1;
    "2x3": pass 0, stone -2, stone -6;
    "2x4": stone 8, stone -8;
    "2x5": stone 10, stone 10, stone -10;
    "2x6": stone 12, stone 12, stone -12;
    "2x7": stone 14, stone 14, stone -2;
    "2x8": stone 16, stone 0, stone -2;
    "2x9": stone 18, stone 2;
    "2x10": stone 4;
    "2x11": stone 4, stone 2, stone -2;
    "3x3": stone 9, stone 3, stone -9;
    "3x4": stone 4, stone 3, stone 0;
    "3x5": stone 15, stone 15, stone 1;
    "3x6": stone 18, stone 18, stone 2;
    "3x7": stone 5;
    "3x8": stone 24;
    "4x4": stone 2, pass -2, stone -16;
    "4x5": stone 20;
    "4x6": stone 1;
    "4x7": stone 4;
    "5x5": stone 25, stone 3, stone -1;
};

/// What can be forced in finite play on an empty board under basic ko.
#[derive(Debug, Clone, Copy)]
pub struct Interval {
    /// Rows by columns.
    pub board: &'static str,
    /// What Black can force.
    pub low: i32,
    /// What White can hold him to.
    pub high: i32,
}

const fn interval(board: &'static str, low: i32, high: i32) -> Interval {
    Interval { board, low, high }
}

/// The published intervals. That of 1x2 is the one without any ko rule: under basic ko the stone that
/// captures there stands alone with one liberty and may not be retaken at once.
pub const BASIC_KO: &[Interval] = &[
    interval("1x2", -2, 2),
    interval("1x3", 3, 3),
    interval("1x4", 4, 4),
    interval("1x5", -5, 5),
    interval("1x6", -6, 6),
    interval("2x2", -4, 4),
    interval("2x3", -6, 6),
    interval("2x4", 8, 8),
    interval("2x5", 10, 10),
    interval("3x3", 9, 9),
    interval("3x4", 4, 12),
    interval("4x4", 1, 16),
];

/// The value of a position.
#[derive(Debug, Clone, Copy)]
pub struct Valued {
    /// Rows by columns.
    pub board: &'static str,
    /// The ruleset, by a name of the catalogue; suicide forbidden unless the next field says otherwise.
    pub rules: &'static str,
    /// Whether suicide is allowed.
    pub suicide: bool,
    /// Rows from the top, `/` between them.
    pub start: &'static str,
    /// Whether Black is to move.
    pub black_to_move: bool,
    /// The value.
    pub value: i32,
    /// Who says so.
    pub source: Source,
}

const fn hayward(start: &'static str, value: i32) -> Valued {
    Valued { board: "1x5", rules: "ssk", suicide: false, start, black_to_move: true, value, source: HAYWARD }
}

const fn piche(
    board: &'static str,
    rules: &'static str,
    suicide: bool,
    start: &'static str,
    black_to_move: bool,
    value: i32,
) -> Valued {
    Valued { board, rules, suicide, start, black_to_move, value, source: PICHE }
}

/// Positions whose value was published. That of 1x5 `X.O..` is not the true one: the published line
/// overlooks a capture that may not be retaken at once.
pub const VALUED: &[Valued] = &[
    Valued {
        board: "2x2",
        rules: "psk",
        suicide: true,
        start: "../..",
        black_to_move: true,
        value: 1,
        source: TROMP_2X2,
    },
    Valued {
        board: "5x5",
        rules: "simple-ko",
        suicide: false,
        start: "...../...../...../...../.....",
        black_to_move: true,
        value: 25,
        source: WERF,
    },
    hayward("X.O..", 0),
    hayward("O.X..", 5),
    hayward("X..O.", -5),
    hayward("O..X.", 5),
    hayward("O....", 5),
    hayward(".O...", 0),
    hayward("..O..", 0),
    piche("1x6", "psk", false, "X.X.X.", true, 1),
    piche("1x6", "ssk", false, "X.X.X.", true, 6),
    piche("2x3", "psk", false, "OOO/.X.", false, 0),
    piche("2x3", "ssk", false, "OOO/.X.", false, -1),
    piche("1x2", "psk", true, "X.", true, -2),
    piche("1x2", "ssk", true, "X.", true, 0),
];

/// A number that was counted.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    /// Rows by columns.
    pub board: &'static str,
    /// The number.
    pub count: u64,
}

const fn counted(board: &'static str, count: u64) -> Counted {
    Counted { board, count }
}

/// Legal positions: every chain has a liberty. Source: [`COMBINATORICS`].
pub const LEGAL_POSITIONS: &[Counted] = &[
    counted("1x1", 1),
    counted("1x2", 5),
    counted("1x3", 15),
    counted("1x4", 41),
    counted("1x5", 113),
    counted("1x6", 313),
    counted("1x7", 867),
    counted("1x8", 2401),
    counted("1x9", 6649),
    counted("1x10", 18_413),
    counted("1x11", 50_991),
    counted("1x12", 141_209),
    counted("2x2", 57),
    counted("2x3", 489),
    counted("2x4", 4125),
    counted("2x5", 35_117),
    counted("2x6", 299_681),
    counted("3x3", 12_675),
    counted("3x4", 321_689),
    counted("4x4", 24_318_165),
];

/// The number of games from an empty board: simple paths in the graph of positions.
#[derive(Debug, Clone, Copy)]
pub struct Games {
    /// Rows by columns.
    pub board: &'static str,
    /// The ruleset, by a name of the catalogue.
    pub rules: &'static str,
    /// Whether suicide is allowed; `None` if that makes no difference or is not said.
    pub suicide: Option<bool>,
    /// The number.
    pub count: u64,
    /// Who counted.
    pub source: Source,
}

const fn games(
    board: &'static str,
    rules: &'static str,
    suicide: Option<bool>,
    count: u64,
    source: Source,
) -> Games {
    Games { board, rules, suicide, count, source }
}

/// The published numbers of games.
pub const GAMES: &[Games] = &[
    games("1x1", "psk", None, 1, COMBINATORICS),
    games("1x2", "psk", None, 9, COMBINATORICS),
    games("1x3", "psk", None, 907, COMBINATORICS),
    games("1x4", "psk", Some(true), 2_098_407_841, COMBINATORICS),
    games("1x4", "psk", Some(false), 719_178_893, PICHE),
    games("2x2", "psk", None, 386_356_909_593, COMBINATORICS),
    games("1x4", "ssk", Some(false), 1_359_471_437, PICHE),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Board;
    use crate::go::notation::parse_position;
    use crate::go::position::legal_positions;
    use crate::rules::catalogue;

    #[test]
    fn every_board_ruleset_and_position_exists() {
        let boards = MINI_GO.iter().map(|row| row.board).chain(BASIC_KO.iter().map(|row| row.board));
        for board in boards.chain(LEGAL_POSITIONS.iter().map(|row| row.board)) {
            assert!(Board::parse(board).is_ok(), "{board}");
        }
        for row in VALUED {
            assert!(catalogue::find(row.rules).is_ok(), "{row:?}");
            let board = Board::parse(row.board).unwrap();
            assert!(parse_position(&board, row.start).is_ok(), "{row:?}");
            assert!(SOURCES.contains(&row.source));
        }
        for row in GAMES {
            assert!(catalogue::find(row.rules).is_ok() && Board::parse(row.board).is_ok(), "{row:?}");
            assert!(SOURCES.contains(&row.source));
        }
    }

    #[test]
    fn no_value_is_beyond_its_board_and_openings_fall() {
        for row in MINI_GO {
            let most = Board::parse(row.board).unwrap().points() as i32;
            let values: Vec<i32> = row.openings.iter().map(|opening| opening.value()).collect();
            assert!(values.iter().all(|value| value.abs() <= most), "{row:?}");
            assert!(values.is_sorted_by(|better, worse| better >= worse), "{row:?}");
        }
    }

    #[test]
    fn the_numbers_of_positions_are_right_where_they_can_be_counted() {
        for row in LEGAL_POSITIONS {
            let board = Board::parse(row.board).unwrap();
            if board.points() <= 10 {
                assert_eq!(legal_positions(&board).count() as u64, row.count, "{}", row.board);
            }
        }
    }
}
