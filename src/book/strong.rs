//! Every position of a small board as the start of a game.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::go::Board;
use crate::go::notation::diagram_line;
use crate::report::display::rules_text;
use crate::solutions::positions::Column;
use crate::solutions::task::Task;

/// The values of every position of a board, one of each class of positions that are symmetrical, Black to move.
#[derive(Debug, Serialize)]
pub struct Strong {
    /// The rulesets.
    pub columns: Vec<String>,
    /// By position, the value under each of them.
    pub rows: BTreeMap<String, Vec<String>>,
}

impl Strong {
    /// The finished columns of a board.
    pub fn of(board: &Board, columns: &[(Task, Column)]) -> Strong {
        let mut strong = Strong { columns: Vec::new(), rows: BTreeMap::new() };
        for (task, column) in columns.iter().filter(|(_, column)| !column.values.is_empty()) {
            let variant = task.variant();
            strong.columns.push(rules_text(variant.entry, &variant.options));
            for (position, value) in column.classes.positions().zip(&column.values) {
                strong.rows.entry(diagram_line(board, &position)).or_default().push(value.to_string());
            }
        }
        strong
    }
}
