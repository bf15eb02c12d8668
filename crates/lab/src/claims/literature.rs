//! What others have published about tiny boards (`data/published.toml`, read once), and the claims
//! that are made of it.
//!
//! The claims of the literature are made from these rows, and the page of the published tables
//! compares its values with them. Nothing that is computed depends on them.

use std::sync::LazyLock;

use serde::Deserialize;

use super::check::{Check, Mover};
use super::document::{Claim, Kind, Verdict};
use superko_go::{Board, Player};
use superko_query::ask::{Texts, published};
use superko_query::report::words::published_in_words;

/// Where something was published.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The name by which rows refer to it.
    pub name: String,
    /// The author, the title, and the year where it is known.
    pub citation: String,
    /// Where it can be read.
    pub url: String,
    /// What it says of its rules.
    pub rules: String,
}

/// Rows of one kind. Each has a source of its own, or all have the same.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rows<T> {
    source: Option<String>,
    rows: Vec<Row<T>>,
}

/// Something that was published, with what stands on record of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Row<T> {
    /// Its source, if it is not that of all rows.
    source: Option<String>,
    /// What was published.
    #[serde(flatten)]
    pub what: T,
    /// Whether it takes minutes to decide it.
    #[serde(default)]
    pub deep: bool,
    /// The seconds that this takes in a release build on one thread.
    #[serde(default)]
    pub takes: f64,
    /// The verdict on record; confirmed if it is left out.
    pub verdict: Option<Verdict>,
    /// What is to be said of the claim.
    #[serde(default)]
    pub note: String,
    /// What the page of the tables explains, in Markdown.
    #[serde(default)]
    pub page: String,
}

/// The best, second best, ... opening of an empty board.
#[derive(Debug, Deserialize)]
pub struct Openings {
    /// The board.
    pub board: String,
    /// The values from the best down, that of a pass in parentheses.
    pub values: Vec<String>,
}

impl Openings {
    /// The values without the parentheses.
    ///
    /// # Panics
    /// If a value is not a whole number, which a test excludes.
    pub fn points(&self) -> impl Iterator<Item = i32> {
        let number = |value: &String| value.trim_matches(['(', ')']).parse().expect("a whole number");
        self.values.iter().map(number)
    }
}

/// The value of a position.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Valued {
    /// The board.
    pub board: String,
    /// The ruleset.
    pub rules: String,
    /// Whether suicide is allowed.
    #[serde(default)]
    pub suicide: bool,
    /// The position: rows from the top with `/` between them.
    pub start: String,
    /// Who is to move.
    #[serde(default)]
    pub to_move: Mover,
    /// The value.
    pub value: i32,
}

/// What can be forced on an empty board in finite play under basic ko.
#[derive(Debug, Deserialize)]
pub struct Interval {
    /// The board.
    pub board: String,
    /// What Black can force.
    pub low: i32,
    /// What White can hold him to.
    pub high: i32,
}

/// The number of legal positions of a board.
#[derive(Debug, Deserialize)]
pub struct Positions {
    /// The board.
    pub board: String,
    /// The number.
    pub count: u64,
}

/// The number of games from an empty board.
#[derive(Debug, Deserialize)]
pub struct Games {
    /// The board.
    pub board: String,
    /// The ruleset.
    pub rules: String,
    /// Whether suicide is allowed, if that makes a difference and is said.
    pub suicide: Option<bool>,
    /// The number.
    pub count: u64,
}

/// Everything that was published.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Literature {
    /// Every source.
    #[serde(rename = "source")]
    pub sources: Vec<Source>,
    /// Openings.
    pub openings: Rows<Openings>,
    /// Values of positions.
    pub values: Rows<Valued>,
    /// Intervals of basic ko.
    pub intervals: Rows<Interval>,
    /// Numbers of legal positions.
    pub positions: Rows<Positions>,
    /// Numbers of games.
    pub games: Rows<Games>,
}

/// The data of the program.
pub static LITERATURE: LazyLock<Literature> = LazyLock::new(|| {
    let text = include_str!("data/published.toml");
    toml::from_str(text).unwrap_or_else(|error| panic!("published.toml: {error}"))
});

impl<T> Rows<T> {
    /// The rows in their order, each with its source.
    ///
    /// # Panics
    /// If a row has no source that is listed, which a test excludes.
    pub fn all(&self) -> impl Iterator<Item = (&Row<T>, &'static Source)> {
        self.rows.iter().map(|row| {
            let name = row.source.as_ref().or(self.source.as_ref());
            let source = LITERATURE.sources.iter().find(|source| Some(&source.name) == name);
            (row, source.expect("every row has a source that is listed"))
        })
    }

    /// What was published, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.rows.iter().map(|row| &row.what)
    }

    /// The source that all rows have.
    ///
    /// # Panics
    /// If there is none: rows of this kind have sources of their own.
    pub fn source(&self) -> &'static Source {
        self.all().next().expect("there are rows").1
    }

    /// What the page explains of the rows that are wanted.
    pub fn page(&self, wanted: impl Fn(&T) -> bool) -> String {
        self.rows.iter().filter(|row| wanted(&row.what)).map(|row| row.page.as_str()).collect()
    }
}

// --- Claims made from the published values and counts, with what stands on record of them ---

/// The most intersections of a board whose openings, or whose positions, are valued by a check. The
/// value of a larger empty board is checked where the row is marked as deep.
const MAX_POINTS: usize = 12;

/// All claims of the literature.
pub fn claims() -> Vec<Claim> {
    let all = &*LITERATURE;
    let values = all.openings.all().map(openings).chain(all.values.all().map(value));
    let counts = all.positions.all().map(positions).chain(all.games.all().map(games));
    values.chain(all.intervals.all().map(interval)).chain(counts).collect()
}

/// Whether a board has few enough intersections for a check.
fn is_checkable(board: &str) -> bool {
    Board::parse(board).is_ok_and(|board| board.points() <= MAX_POINTS)
}

fn openings((row, source): (&Row<Openings>, &Source)) -> Claim {
    let Openings { board, values } = &row.what;
    let (best, is) = match (values.len(), values.iter().any(|value| value.starts_with('('))) {
        (1, _) => ("opening", "is"),
        (_, false) => ("openings", "are"),
        (_, true) => ("openings, the pass in parentheses,", "are"),
    };
    let text = format!("The best {best} of {board} {is} worth {}.", values.join(", "));
    let (rules, position) = ("ssk".to_string(), board.clone());
    let check = if is_checkable(board) {
        Ok(Check::Openings { rules, board: position, expect: values.clone() })
    } else if row.deep {
        let expect = format!("= {}", values[0]);
        Ok(Check::Value { rules, position: Some(position), after: String::new(), expect })
    } else {
        Err(beyond(&rules, board, None, Player::Black))
    };
    claim(row, source, &format!("minigo-{board}"), text, Kind::Value, check)
}

fn value((row, source): (&Row<Valued>, &Source)) -> Claim {
    let Valued { board, rules, suicide, start, to_move, value } = &row.what;
    let rules_and_option = format!("{rules}{}", if *suicide { " --suicide allowed" } else { "" });
    let text = format!("{start} with {to_move} to move is worth {value} under {rules_and_option}.");
    let check = if is_checkable(board) {
        Ok(Check::Value {
            rules: rules_and_option,
            // A position with its mover, as `Document::place` reads it.
            position: Some(format!("{board} {start} {}", to_move.to_string().to_lowercase())),
            after: String::new(),
            expect: format!("= {value}"),
        })
    } else {
        Err(beyond(&rules_and_option, board, Some(start), (*to_move).into()))
    };
    let author = source.name.to_lowercase().replace(' ', "-");
    let several = LITERATURE.values.iter().filter(|other| other.start == *start).count() > 1;
    let name = match (several, start.contains(['X', 'O'])) {
        (true, _) => format!("{author}-{start}-{rules}"),
        (false, true) => format!("{author}-{start}"),
        (false, false) => author,
    };
    claim(row, source, &name, text, Kind::Value, check)
}

/// The note of a claim that is not checked: what is published of its starting position, and under
/// which ruleset.
fn beyond(rules: &str, board: &str, start: Option<&str>, to_move: Player) -> String {
    let texts = Texts {
        board: board.to_string(),
        edges: None,
        rules: rules.to_string(),
        draft: None,
        start: start.map(str::to_string),
        to_move: Some(to_move),
        moves: Vec::new(),
    };
    let known = texts.question().ok().and_then(|question| published(&question));
    let known = known
        .map(|known| format!(" The published value under {rules} is {}.", published_in_words(&known, true)));
    format!("Beyond what a check may cost.{}", known.unwrap_or_default())
}

fn interval((row, source): (&Row<Interval>, &Source)) -> Claim {
    let Interval { board, low, high } = &row.what;
    let text = format!("In finite play Black is sure of {low} on {board}, and White of {high}.");
    let (rules, name) = ("simple-ko".to_string(), format!("basic-ko-{board}"));
    let check = Check::Interval { rules, board: board.clone(), expect: [*low, *high] };
    claim(row, source, &name, text, Kind::Value, Ok(check))
}

fn positions((row, source): (&Row<Positions>, &Source)) -> Claim {
    let Positions { board, count } = &row.what;
    let text = format!("The number of legal positions is {count} on {board}.");
    let check = Check::Positions { board: board.clone(), expect: count.to_string() };
    claim(row, source, &format!("positions-{board}"), text, Kind::Count, Ok(check))
}

fn games((row, source): (&Row<Games>, &Source)) -> Claim {
    let Games { board, rules, suicide, count } = &row.what;
    let (option, suffix) = match suicide {
        None => ("", ""),
        Some(true) => (" --suicide allowed", "-allowed"),
        Some(false) => ("", "-forbidden"),
    };
    let name = format!("games-{board}-{rules}{suffix}");
    let rules = format!("{rules}{option}");
    let text = format!("The number of games is {count} on {board} under {rules}.");
    let check = Check::Games { rules, board: board.clone(), expect: count.to_string() };
    claim(row, source, &name, text, Kind::Count, Ok(check))
}

/// A claim of a source, with what stands on record of it: a check, or why there is none.
fn claim<T>(
    row: &Row<T>,
    source: &Source,
    name: &str,
    claim: String,
    kind: Kind,
    check: Result<Check, String>,
) -> Claim {
    let (verdict, note) = match &check {
        Ok(_) => (row.verdict.unwrap_or(Verdict::Confirmed), row.note.clone()),
        Err(note) => (Verdict::NotDecidable, note.clone()),
    };
    Claim {
        id: format!("literature-{name}"),
        section: format!("{}; {}", source.citation, source.rules),
        quote: String::new(),
        claim,
        kind,
        position: None,
        verdict,
        note,
        about: Vec::new(),
        against: Vec::new(),
        contradiction: String::new(),
        amendment: None,
        could_change: String::new(),
        readings: false,
        deep: row.deep,
        takes: row.takes,
        checks: check.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::Board;
    use superko_go::notation::parse_position;
    use superko_rules::Rules;

    #[test]
    fn every_source_board_ruleset_and_position_exists() {
        let Literature { openings, values, intervals, positions, games, .. } = &*LITERATURE;
        let boards = openings.all().map(|(row, _)| &row.what.board);
        let boards = boards.chain(intervals.all().map(|(row, _)| &row.what.board));
        for board in boards.chain(positions.all().map(|(row, _)| &row.what.board)) {
            assert!(Board::parse(board).is_ok(), "{board}");
        }
        for (Row { what, .. }, _) in values.all() {
            let board = Board::parse(&what.board).unwrap();
            assert!(Rules::named(&what.rules).is_ok(), "{what:?}");
            assert!(parse_position(&board, &what.start).is_ok(), "{what:?}");
        }
        for (Row { what, .. }, _) in games.all() {
            assert!(Rules::named(&what.rules).is_ok() && Board::parse(&what.board).is_ok(), "{what:?}");
        }
    }

    #[test]
    fn no_value_is_beyond_its_board_and_openings_fall() {
        for row in LITERATURE.openings.iter() {
            let most = Board::parse(&row.board).unwrap().points() as i32;
            let values: Vec<i32> = row.points().collect();
            assert!(values.iter().all(|value| value.abs() <= most), "{row:?}");
            assert!(values.is_sorted_by(|better, worse| better >= worse), "{row:?}");
        }
    }

    #[test]
    fn what_is_published_of_a_position_that_is_not_checked_is_said() {
        let claims = claims();
        let note =
            |id: &str| &claims.iter().find(|claim| claim.id == format!("literature-{id}")).unwrap().note;
        let seven = "Beyond what a check may cost. The published value under ssk is 21 (Black wins by 21), by a \
                     certificate (solutions/long-runs/3x7.cert).";
        assert_eq!(note("minigo-3x7"), seven);
        assert!(note("van-der-werf").contains(" under simple-ko is 25 (Black wins by 25), by "));
        assert_eq!(note("minigo-4x7"), "Beyond what a check may cost.");
    }
}
