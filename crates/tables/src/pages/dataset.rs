//! `dataset/README.md`, the card of the dataset: its prose is `dataset.md`.

use std::collections::BTreeMap;

use super::view::{filled, heads, table};
use crate::dataset::Dataset;
use crate::dataset::histories::{Histories, boards_of};
use crate::kinds::Solutions;

/// The card by its path; none if there is no dataset.
pub fn page(solutions: &Solutions) -> Option<(String, String)> {
    let rows = solutions.all::<Dataset>();
    if rows.is_empty() {
        return None;
    }
    let mut boards: Vec<(&str, usize, usize)> = Vec::new();
    for (task, found) in rows.iter().filter(|(_, found)| !found.text.is_empty()) {
        let count = found.text.lines().count() - 1;
        match boards.iter_mut().find(|(board, ..)| *board == task.board_name()) {
            Some((_, _, files)) => *files += 1,
            None => boards.push((task.board_name(), count, 1)),
        }
    }
    let total: usize = boards.iter().map(|(_, rows, files)| rows * files).sum();
    let row = |(board, rows, files): &(&str, usize, usize)| {
        vec![board.to_string(), rows.to_string(), files.to_string(), (rows * files).to_string()]
    };
    let sum = vec!["all".to_string(), String::new(), String::new(), total.to_string()];
    let listed = boards.iter().map(row).chain([sum]);
    let mut names: Vec<String> = rows.keys().map(|task| task.variant_name()).collect();
    names.sort();
    names.dedup();
    let parts = [
        ("rulesets", names.len().to_string()),
        ("boards", table(&["board", "rows of a file", "files", "rows"], "lr", listed)),
        ("histories", histories(solutions)),
    ];
    Some(("dataset/README.md".to_string(), filled(include_str!("dataset.md"), &parts)))
}

/// How many positions with two histories there are under each ruleset.
fn histories(solutions: &Solutions) -> String {
    let found: Vec<(String, BTreeMap<String, u32>)> = solutions
        .all::<Histories>()
        .iter()
        .map(|(task, found)| (task.variant_name(), boards_of(&found.text)))
        .collect();
    let mut boards: Vec<&String> = found.iter().flat_map(|(_, boards)| boards.keys()).collect();
    boards.sort();
    boards.dedup();
    let rows = found.iter().map(|(name, counts)| {
        let cells = boards.iter().map(|board| counts.get(*board).map_or(String::new(), u32::to_string));
        let sum = counts.values().sum::<u32>().to_string();
        std::iter::once(format!("`{name}`")).chain(cells).chain([sum]).collect()
    });
    let mut heads: Vec<String> = heads(&["ruleset"], Vec::<String>::new());
    heads.extend(boards.iter().map(ToString::to_string).chain(["all".to_string()]));
    table(&heads, "lr", rows)
}
