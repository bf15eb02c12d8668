//! Results as pages show them: by board and variant.

use std::collections::BTreeMap;

use crate::go::Board;
use crate::go::classes::Classes;
use crate::rules::Points;
use crate::solutions::positions::Column;
use crate::solutions::product::{Product, Solutions};
use crate::solutions::table::Table;
use crate::solutions::task::Task;
use crate::solutions::variant::Variant;

/// The results of a folder.
pub struct View<'a> {
    /// All results.
    pub solutions: &'a Solutions,
    /// Every board with a table of its empty start, in order.
    pub boards: Vec<&'a Board>,
    /// Every ruleset of the folder that is shown, with the default of every option if they are those of the catalogue.
    pub rulesets: Vec<Variant>,
    /// The boards every position of which was solved, in order.
    pub positions: Vec<Positions<'a>>,
}

/// A board every position of which was solved.
pub struct Positions<'a> {
    /// The board.
    pub board: &'a Board,
    /// Its positions.
    pub classes: &'a Classes,
    /// The finished columns.
    pub columns: Vec<(Variant, &'a Column)>,
    /// The columns that were given up.
    pub unfinished: Vec<Variant>,
}

/// The number of positions by value; `None` stands for no result.
pub type Distribution = BTreeMap<Option<Points>, u32>;

impl<'a> View<'a> {
    /// A view of some results.
    pub fn of(solutions: &'a Solutions) -> View<'a> {
        let mut boards: Vec<&Task> = solutions.all::<Table>().keys().collect();
        boards.dedup_by_key(|task| task.board_name());
        let mut positions: Vec<(&Task, Positions)> = Vec::new();
        for (task, column) in solutions.all::<Column>() {
            if positions.last().is_none_or(|(last, _)| last.board_name() != task.board_name()) {
                let (columns, unfinished) = (Vec::new(), Vec::new());
                let (board, classes) = (task.board(), &*column.classes);
                positions.push((task, Positions { board, classes, columns, unfinished }));
            }
            let (_, last) = positions.last_mut().expect("there is a board");
            match column.complete() {
                true => last.columns.push((task.variant(), column)),
                false => last.unfinished.push(task.variant()),
            }
        }
        View {
            solutions,
            boards: boards.into_iter().map(Task::board).collect(),
            rulesets: solutions.rulesets.shown(),
            positions: positions.into_iter().map(|(_, positions)| positions).collect(),
        }
    }

    /// The table of an empty board.
    pub fn table(&self, board: &Board, variant: &Variant) -> Option<&'a Table> {
        self.solutions.get(&Task::of(board, variant))
    }

    /// The table of an empty board by its name.
    pub fn named(&self, board: &str, variant: &Variant) -> Option<&'a Table> {
        self.table(&Board::parse(board).ok()?, variant)
    }
}

impl Positions<'_> {
    /// The distribution of the values under each ruleset that is shown.
    pub fn distributions(&self, shown: &[Variant]) -> Vec<(Variant, Distribution)> {
        let usual = self.columns.iter().filter(|(variant, _)| shown.contains(variant));
        usual.map(|(variant, column)| (*variant, column.distribution())).collect()
    }
}
