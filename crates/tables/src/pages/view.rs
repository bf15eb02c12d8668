//! What pages are made of: results by board and variant, tables in Markdown, and texts with places
//! for them.

use std::collections::BTreeMap;

use crate::kinds::Solutions;
use crate::plan::Task;
use crate::positions::Column;
use crate::proved::{self, Proved};
use crate::results::Product;
use crate::table::Table;
use superko_go::Board;
use superko_go::classes::Classes;
use superko_rules::{Points, Rules};

// --- Results ---

/// The results of a folder.
pub struct View<'a> {
    /// All results.
    pub solutions: &'a Solutions,
    /// Every board with a table of its empty start, in order.
    pub boards: Vec<&'a Board>,
    /// These, and those of which something is proved without a table, in the same order.
    pub shown: Vec<Board>,
    /// Every ruleset of the folder that is shown, with the default of every option if they are
    /// those of the catalogue.
    pub rulesets: Vec<Rules>,
    /// The boards every position of which was solved, in order.
    pub positions: Vec<Positions<'a>>,
    /// What is proved beside the tables, by board and ruleset.
    proved: BTreeMap<(String, String), Proved>,
}

/// A board every position of which was solved.
pub struct Positions<'a> {
    /// The board.
    pub board: &'a Board,
    /// Its positions.
    pub classes: &'a Classes,
    /// The finished columns.
    pub columns: Vec<(Rules, &'a Column)>,
    /// The columns that were given up.
    pub unfinished: Vec<Rules>,
}

/// The number of positions by value; `None` stands for no result.
pub type Distribution = BTreeMap<Option<Points>, u32>;

impl<'a> View<'a> {
    /// A view of some results.
    pub fn of(solutions: &'a Solutions, proved: BTreeMap<(String, String), Proved>) -> View<'a> {
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
        let boards: Vec<&Board> = boards.into_iter().map(Task::board).collect();
        let mut shown: Vec<Board> = boards.iter().copied().cloned().collect();
        for (name, _) in proved.keys() {
            if shown.iter().all(|board| board.to_string() != *name) {
                let board = Board::parse(name).expect("proofs are of boards with names");
                shown.insert(proved::place(&shown, &board, |other| other), board);
            }
        }
        View {
            solutions,
            boards,
            shown,
            rulesets: solutions.rulesets.shown(),
            positions: positions.into_iter().map(|(_, positions)| positions).collect(),
            proved,
        }
    }

    /// The table of an empty board.
    pub fn table(&self, board: &Board, variant: &Rules) -> Option<&'a Table> {
        self.solutions.get(&Task::of(board, variant))
    }

    /// What certificates prove of an empty board that has no table, or the value that they prove of
    /// one whose table has bounds alone.
    pub fn proved(&self, board: &Board, variant: &Rules) -> Option<&Proved> {
        let proved = self.proved.get(&(board.to_string(), variant.to_string()))?;
        let says_more = match self.table(board, variant) {
            Some(table) => table.answer.value.is_none() && proved.value().is_some(),
            None => true,
        };
        says_more.then_some(proved)
    }

    /// The table of an empty board by its name.
    pub fn named(&self, board: &str, variant: &Rules) -> Option<&'a Table> {
        self.table(&Board::parse(board).ok()?, variant)
    }
}

impl Positions<'_> {
    /// The distribution of the values under each ruleset that is shown.
    pub fn distributions(&self, shown: &[Rules]) -> Vec<(Rules, Distribution)> {
        let shown = self.columns.iter().filter(|(variant, _)| shown.contains(variant));
        shown.map(|(variant, column)| (*variant, column.distribution())).collect()
    }
}

// --- Markdown ---

/// A row of a table.
fn row(cells: &[impl AsRef<str>]) -> String {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A table; an empty text if it has no rows. `aligned` has a letter for each column, `l` for left
/// or `r` for right; the last is repeated.
pub fn table(
    heads: &[impl AsRef<str>],
    aligned: &str,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let rows: String = rows.into_iter().map(|cells| row(&cells)).collect();
    if rows.is_empty() {
        return rows;
    }
    let last = aligned.chars().last().unwrap_or('l');
    let letters = aligned.chars().chain(std::iter::repeat(last)).take(heads.len());
    let rules: String = letters.map(|letter| if letter == 'r' { "---:|" } else { "---|" }).collect();
    format!("{}|{rules}\n{rows}", row(heads))
}

/// The heads of a table: that of the first columns, then the names of rulesets as code.
pub fn heads(first: &[&str], rulesets: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<String> {
    let rulesets = rulesets.into_iter().map(|name| format!("`{}`", name.as_ref()));
    first.iter().map(ToString::to_string).chain(rulesets).collect()
}

/// A text in which each `{{name}}` is replaced by the part of that name. A section with a heading
/// of its own is left out if it has a part that is empty and alone on its line; elsewhere an empty
/// part leaves nothing but one blank line.
pub fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut sections: Vec<String> = Vec::new();
    for line in template.lines() {
        if line.starts_with('#') || sections.is_empty() {
            sections.push(String::new());
        }
        let section = sections.last_mut().expect("there is a section");
        section.push_str(line);
        section.push('\n');
    }
    let slot = |name: &str| format!("{{{{{name}}}}}");
    let optional = |section: &String, (name, text): &(&str, String)| {
        section.starts_with("###") && text.is_empty() && section.contains(&slot(name))
    };
    sections.retain(|section| !parts.iter().any(|part| optional(section, part)));
    let mut text = sections.concat();
    for (name, part) in parts {
        text = text.replace(&slot(name), part.trim_end());
    }
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_filled_in_and_a_subsection_without_its_part_is_left_out() {
        let template = "# A\n\n{{one}}\n\n{{two}}\n\n### B\n\n{{three}}\n\n## C\n\nx{{one}}\n";
        let parts =
            |three: &str| [("one", "1\n".to_string()), ("two", String::new()), ("three", three.to_string())];
        assert_eq!(filled(template, &parts("3")), "# A\n\n1\n\n### B\n\n3\n\n## C\n\nx1\n");
        assert_eq!(filled(template, &parts("")), "# A\n\n1\n\n## C\n\nx1\n");
    }

    #[test]
    fn a_table_has_its_columns_aligned_and_none_is_made_of_no_rows() {
        let rows = || vec![vec!["a".to_string(), "1".to_string(), "2".to_string()]];
        assert_eq!(table(&["x", "y", "z"], "lr", rows()), "| x | y | z |\n|---|---:|---:|\n| a | 1 | 2 |\n");
        assert_eq!(table(&["x"], "l", Vec::new()), "");
    }
}
