//! Which boards are solved, under which variants.
//!
//! Rulesets come from the catalogue, so that a new one has its results as soon as it is listed there. Boards come from
//! lists: those that several kinds of results share are here, the others beside the kind that uses them.

use super::rulesets::Rulesets;
use super::shard::Shard;
use super::task::Task;
use super::variant::Variant;
use crate::go::{Board, BoardError};

/// Boards whose empty start is solved under every variant.
pub const BOARDS: [&str; 18] = [
    "1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "1x9", "3x3", "1x10", "2x5",
    "1x11", "2x6", "3x4",
];

/// Larger boards, whose empty start is solved under each ruleset with the default of every option.
pub const LARGE: [&str; 4] = ["1x12", "1x13", "2x7", "4x4"];

/// The largest boards. Of these too the empty start is solved under each ruleset with the default of every option that reaches
/// them, but for no more than the value, one best move and a line.
pub const LARGEST: [&str; 3] = ["1x14", "3x5", "2x8"];

/// How many times as many nodes as others the results of a list of boards may take.
pub const TIMES_OF_LARGE: u64 = 4;

/// Likewise, of the boards that take the most.
pub const TIMES_OF_LARGEST: u64 = 40;

/// What a folder is to have: the boards of all lists, or those of them that were asked for; under which rulesets; and
/// which share of that is to be solved.
#[derive(Debug, Clone)]
pub struct Selection {
    /// `None` for all.
    boards: Option<Vec<String>>,
    /// The rulesets.
    pub rulesets: Rulesets,
    /// Which share of the work is done.
    pub shard: Shard,
}

impl Selection {
    /// All boards, under every ruleset of the catalogue.
    pub fn all() -> Selection {
        Selection { boards: None, rulesets: Rulesets::Catalogue, shard: Shard::WHOLE }
    }

    /// Some of the boards, under every ruleset of the catalogue.
    ///
    /// # Errors
    /// A text that is not the name of a board. (A board that is in no list is not planned, which is no error here.)
    pub fn of(boards: &[&str]) -> Result<Selection, BoardError> {
        let named = |text: &&str| Board::parse(text).map(|board| board.to_string());
        let boards = boards.iter().map(named).collect::<Result<_, _>>()?;
        Ok(Selection { boards: Some(boards), ..Selection::all() })
    }

    /// The same boards under other rulesets.
    pub fn under(self, rulesets: Rulesets) -> Selection {
        Selection { rulesets, ..self }
    }

    /// A share of the same.
    pub fn share(self, shard: Shard) -> Selection {
        Selection { shard, ..self }
    }

    /// All boards under the same rulesets.
    pub fn whole(&self) -> Selection {
        Selection::all().under(self.rulesets.clone())
    }

    /// Whether all boards are selected: only then has the folder what is about no board.
    pub fn is_all(&self) -> bool {
        self.boards.is_none()
    }

    /// Whether all boards are selected, under the rulesets of the catalogue: only then has the folder what the documents
    /// say of them.
    pub fn is_published(&self) -> bool {
        self.is_all() && self.rulesets.are_of_the_catalogue()
    }

    /// The boards of a list that are selected.
    ///
    /// # Panics
    /// If the list has something that is not a board.
    pub fn boards(&self, list: &[&str]) -> Vec<Board> {
        let wanted = |name: &&&str| {
            self.boards.as_ref().is_none_or(|boards| boards.iter().any(|board| board == **name))
        };
        let parse = |name: &&str| Board::parse(name).expect("the lists have names of boards");
        list.iter().filter(wanted).map(parse).collect()
    }

    /// A task for each selected board of a list and each of some variants.
    pub fn tasks(&self, list: &[&str], variants: &[Variant]) -> Vec<Task> {
        let of_board = |board: &Board| variants.iter().map(|variant| Task::of(board, variant)).collect();
        self.boards(list).iter().flat_map(|board| -> Vec<Task> { of_board(board) }).collect()
    }
}

/// Whether a ruleset forbids every position, or every situation, that has stood before, whatever was played since.
pub fn is_superko(variant: &Variant) -> bool {
    ["psk", "ssk", "nssk"].contains(&variant.entry.id)
}
