//! What is published: which boards, under which variants.
//!
//! The rulesets come from the catalogue, so a new one has its tables as soon as it is listed there. The
//! boards are these lists.

use super::reach::{Reach, reaches};
use super::secured::Trio;
use super::variant::Variant;
use crate::go::board::MAX_POINTS;
use crate::go::{Board, BoardError, Players};
use crate::rules::axes::Axis;

/// The boards whose empty start is solved under every variant.
const BOARDS: [&str; 18] = [
    "1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "1x9", "3x3", "1x10", "2x5",
    "1x11", "2x6", "3x4",
];

/// Larger boards, whose empty start is solved under each ruleset as it stands.
const LARGE: [&str; 4] = ["1x12", "1x13", "2x7", "4x4"];

/// Boards that are no grids, whose empty start is solved under each ruleset as it stands. (star:3 is 1x3.)
const GRAPHS: [&str; 7] = ["cycle:3", "cycle:4", "cycle:5", "star:4", "star:5", "star:6", "complete:3"];

/// More of them, under basic ko and the superkos alone: where a pass lifts the ban, the search has no value after
/// minutes, and comes to the limit of nodes long after.
const GRAPHS_SUPERKO: [&str; 4] = ["cycle:6", "complete:4", "complete:5", "torus:2x3"];

/// Basic ko and the superkos as they stand.
fn superkos() -> Vec<Variant> {
    let mut variants = Variant::usual_ones();
    variants.retain(|variant| variant.entry.id == "simple-ko" || is_superko(variant));
    variants
}

/// Whether nothing ever clears the past of a ruleset, which is the positions or situations that have stood.
fn is_superko(variant: &Variant) -> bool {
    ["psk", "ssk", "nssk"].contains(&variant.entry.id)
}

/// Whether a table of every position is within reach.
fn strong_within_reach(board: &Board, variant: &Variant) -> bool {
    let (entry, options) = (variant.entry, &variant.options);
    reaches(entry, board, options) && board.points() <= Reach::of(entry, options).every
}

/// The boards every position of which is solved under every variant.
const STRONG: [&str; 12] =
    ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "3x3"];

/// Larger boards every position of which is solved under each ruleset as it stands.
const STRONG_LARGE: [&str; 1] = ["1x9"];

/// More of them, under each ruleset as it stands under which games may go on for ever: one retrograde analysis values
/// them all.
const STRONG_ENDLESS: [&str; 2] = ["2x5", "3x4"];

/// The rulesets as they stand under which games may go on for ever.
fn endless() -> Vec<Variant> {
    let mut variants = Variant::usual_ones();
    variants.retain(|variant| !variant.always_ends());
    variants
}

/// Boards whose empty start is solved for three players, under each ruleset for three as it stands.
const PLAYERS: [&str; 17] = [
    "1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "1x9", "3x3", "1x10", "2x5",
    "2x6", "3x4",
];

/// More of them, which are no grids.
const PLAYERS_GRAPHS: [&str; 6] = ["cycle:4", "cycle:5", "star:4", "star:5", "star:6", "torus:2x3"];

/// The rulesets for three players as they stand.
fn for_three() -> Vec<Variant> {
    let mut variants = Variant::usual_ones();
    variants.retain(|variant| !variant.entry.values(Axis::Players).is_empty());
    variants.iter_mut().for_each(|variant| variant.options.players = Players::Three);
    variants
}

/// Boards whose positions are counted and nothing else.
const COUNTED: [&str; 4] = ["5x5", "6x6", "7x7", "8x8"];

/// A game of a board.
#[derive(Debug, Clone)]
pub struct Case {
    /// The board.
    pub board: Board,
    /// The ruleset and its options.
    pub variant: Variant,
}

/// Everything that is to be published.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The tables of empty boards, in the order in which they are shown.
    pub tables: Vec<Case>,
    /// The strong tables: each board with its columns.
    pub strong: Vec<(Board, Vec<Variant>)>,
    /// The boards whose positions are counted.
    pub counts: Vec<Counted>,
    /// The boards on which three play.
    pub players: Vec<Trio>,
}

/// A board whose positions are counted.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The board.
    pub board: Board,
    /// The variants under which its games are counted.
    pub games: Vec<Variant>,
    /// The variants, whose games may go on for ever, under which its positions are counted by their values.
    pub values: Vec<Variant>,
}

impl Plan {
    /// The whole folder.
    pub fn full() -> Plan {
        let boards = [
            &BOARDS[..],
            &LARGE,
            &GRAPHS,
            &GRAPHS_SUPERKO,
            &STRONG,
            &STRONG_LARGE,
            &STRONG_ENDLESS,
            &PLAYERS,
            &PLAYERS_GRAPHS,
            &COUNTED,
        ];
        let boards = boards.concat();
        Plan::of(&boards).expect("the boards of the lists are well formed")
    }

    /// A smaller folder: some of the boards.
    ///
    /// # Errors
    /// A text that is not a board. (A board that is in no list is left out; see [`Plan::is_empty`].)
    pub fn of(boards: &[&str]) -> Result<Plan, BoardError> {
        for text in boards {
            Board::parse(text)?;
        }
        let listed = |list: &[&'static str], variants: fn() -> Vec<Variant>| {
            let wanted = list.iter().filter(|name| boards.contains(*name));
            let parsed = wanted.map(|name| Board::parse(name).expect("the lists are well formed"));
            parsed.map(|board| (board, variants())).collect::<Vec<_>>()
        };
        let mut tables = listed(&BOARDS, Variant::all);
        for list in [&LARGE[..], &GRAPHS] {
            tables.extend(listed(list, Variant::usual_ones));
        }
        tables.extend(listed(&GRAPHS_SUPERKO, superkos));
        let cases = tables.into_iter().flat_map(|(board, variants)| {
            let cases = variants.into_iter().map(move |variant| Case { board: board.clone(), variant });
            cases.filter(|case| reaches(case.variant.entry, &case.board, &case.variant.options))
        });
        let mut strong = listed(&STRONG, Variant::all);
        strong.extend(listed(&STRONG_LARGE, Variant::usual_ones));
        strong.extend(listed(&STRONG_ENDLESS, endless));
        for (board, variants) in &mut strong {
            variants.retain(|variant| strong_within_reach(board, variant));
        }
        let mut counts = Vec::new();
        for (list, valued) in [
            (&BOARDS[..], Some(Variant::all as fn() -> _)),
            (&LARGE, Some(Variant::usual_ones)),
            (&COUNTED, None),
        ] {
            counts.extend(listed(list, Variant::all).into_iter().map(|(board, variants)| {
                let mut games = variants;
                games.retain(|variant| games_are_counted(&board, variant));
                let mut values = valued.map_or(Vec::new(), |variants: fn() -> Vec<Variant>| variants());
                let columns = strong.iter().find(|(other, _)| other.to_string() == board.to_string());
                values
                    .retain(|variant| values_are_counted(variant, columns.map(|(_, columns)| &columns[..])));
                Counted { board, games, values }
            }));
        }
        let players = [listed(&PLAYERS, for_three), listed(&PLAYERS_GRAPHS, for_three)].concat();
        Ok(Plan { tables: cases.collect(), strong, counts, players })
    }

    /// Whether nothing is to be published.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.strong.is_empty() && self.counts.is_empty() && self.players.is_empty()
    }

    /// Every board that has a table of its empty start, once.
    pub fn boards(&self) -> Vec<String> {
        let mut names: Vec<String> = self.tables.iter().map(|case| case.board.to_string()).collect();
        names.dedup();
        names
    }
}

/// Whether the games of a board are counted: with three intersections and fewer under the superkos, with four
/// under each as it stands, and with two and fewer under the others, as then there are far more.
fn games_are_counted(board: &Board, variant: &Variant) -> bool {
    let most = match (is_superko(variant), variant.varied().is_empty()) {
        (false, _) => 2,
        (true, true) => 4,
        (true, false) => 3,
    };
    variant.always_ends() && board.points() <= most
}

/// Whether the positions of a board are counted by their values: where games may go on for ever, so that one
/// retrograde analysis values all of them, and there is a column of every position, or no larger board is out of reach.
fn values_are_counted(variant: &Variant, columns: Option<&[Variant]>) -> bool {
    let every = Reach::of(variant.entry, &variant.options).every;
    let column = columns.is_some_and(|columns| columns.contains(variant));
    !variant.always_ends() && (column || every == MAX_POINTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{catalogue, entry::Entry};

    #[test]
    fn boards_are_planned_once_and_small_ones_first() {
        let plan = Plan::full();
        let points = |name: &String| Board::parse(name).unwrap().points();
        let boards = plan.boards();
        let graphs = GRAPHS.len() + GRAPHS_SUPERKO.len();
        assert_eq!(boards.len(), BOARDS.len() + LARGE.len() + graphs);
        assert!(boards[..BOARDS.len()].is_sorted_by_key(points));
        for name in &boards {
            let rulesets = plan.tables.iter().filter(|case| case.board.to_string() == *name);
            let board = Board::parse(name).unwrap();
            let reached = |entry: &&&'static Entry| reaches(entry, &board, &entry.defaults());
            let all = catalogue::ALL.iter().filter(reached).count();
            let wanted = if GRAPHS_SUPERKO.contains(&name.as_str()) { superkos().len() } else { all };
            assert!(rulesets.count() >= wanted);
        }
    }

    #[test]
    fn a_board_that_is_in_no_list_is_left_out_and_nonsense_is_refused() {
        assert!(Plan::of(&["4x6"]).unwrap().is_empty());
        assert_eq!(Plan::of(&["2x2", "1x2"]).unwrap().boards(), ["1x2", "2x2"]);
        assert!(Plan::of(&["2by2"]).is_err());
    }
}
