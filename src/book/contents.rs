//! All files of a book.

use std::collections::BTreeMap;

use serde::Serialize;

use super::empty::Empty;
use super::script;
use super::strong::Strong;
use crate::go::Board;
use crate::page::boards::MOST_POINTS;
use crate::page::catalogue::Catalogue;
use crate::page::claims::Claims;
use crate::page::files::FILES;
use crate::page::tables::Tables;
use crate::solutions::folder::Files;
use crate::solutions::positions::Column;
use crate::solutions::product::Product;
use crate::solutions::rulesets::Rulesets;
use crate::solutions::table::Table;
use crate::solutions::task::Task;

/// What the page of the server says of where its results come from, and what that of a book says.
const SOURCE: [&str; 2] = ["data-source=\"server\"", "data-source=\"book\""];

/// What there is to choose from in a book.
#[derive(Serialize)]
struct BookCatalogue {
    #[serde(flatten)]
    catalogue: Catalogue,
    /// The boards of which every position is known.
    strong: Vec<String>,
}

/// The files of the book of some published results, by their paths.
///
/// # Errors
/// The file that is missing or not as it should be, and why.
pub fn contents(published: &Files) -> Result<Files, String> {
    let mut book = Files::new();
    for file in FILES {
        let bytes = match str::from_utf8(file.bytes) {
            Ok(text) if file.name == "index.html" => text.replace(SOURCE[0], SOURCE[1]).into_bytes(),
            _ => file.bytes.to_vec(),
        };
        book.insert(file.name.to_string(), bytes);
    }
    let tables = Tables::of(published)?;
    let boards: Vec<String> = tables.rows.iter().map(|row| row.board.clone()).collect();
    let strong = strong(published, &mut book)?;
    if let Some(other) = strong.iter().find(|board| !boards.contains(*board)) {
        return Err(format!("strong/{other}.csv: the empty board is not in the table"));
    }
    empty(published, &boards, &mut book)?;
    add(&mut book, "tables", &tables);
    add(&mut book, "claims", &Claims::of(published)?);
    add(
        &mut book,
        "catalogue",
        &BookCatalogue { catalogue: Catalogue { boards, ..Catalogue::new() }, strong },
    );
    Ok(book)
}

fn add(book: &mut Files, key: &str, data: &impl Serialize) {
    book.insert(script::path(key), script::text(key, data).into_bytes());
}

/// Adds the boards of which every position is known, and names them, small ones first.
fn strong(published: &Files, book: &mut Files) -> Result<Vec<String>, String> {
    let mut boards: Vec<Task> = Vec::new();
    for path in published.keys().filter(|path| <Column as Product>::owns(path)) {
        let columns = <Column as Product>::read(path, published, &Rulesets::Catalogue)?;
        let Some((task, _)) = columns.iter().find(|(task, _)| shown(task.board())) else { continue };
        add(book, &format!("strong/{}", task.board_name()), &Strong::of(task.board(), &columns));
        boards.push(task.clone());
    }
    boards.sort_by_key(|task| (task.points(), task.board_name().to_string()));
    Ok(boards.iter().map(|task| task.board_name().to_string()).collect())
}

fn shown(board: &Board) -> bool {
    board.is_grid() && board.points() <= MOST_POINTS
}

/// Adds the empty boards.
fn empty(published: &Files, boards: &[String], book: &mut Files) -> Result<(), String> {
    let mut all: BTreeMap<String, Empty> = BTreeMap::new();
    for path in published.keys().filter(|path| <Table as Product>::owns(path)) {
        for (task, table) in <Table as Product>::read(path, published, &Rulesets::Catalogue)? {
            let empty = all.entry(task.board_name().to_string()).or_insert_with(|| Empty::of(task.board()));
            empty.add(&task, table)?;
        }
    }
    for board in boards {
        let empty = all.get(board).ok_or_else(|| format!("summary.csv: {board} has no results"))?;
        add(book, &format!("empty/{board}"), empty);
    }
    Ok(())
}
