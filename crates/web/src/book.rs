//! The book: the page with the published results as files, for a browser without a server
//! (`solve book`).
//!
//! `web/BOOK.md` describes the files. Everything comes from a folder of published results; nothing
//! is solved.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use serde::Serialize;
use tempfile::Builder;

use crate::published::{Claims, Tables};
use superko_go::notation::diagram_line;
use superko_go::{Board, Move, Player};
use superko_page::FILES;
use superko_query::ask::Question;
use superko_query::ask::look::{Told, told as annotate};
use superko_query::page::catalogue::{Catalogue, Drawn, MAX_POINTS};
use superko_query::report::records::{AnswerRecord, Effort, LineRecord, MoveValue};
use superko_store::files::named;
use superko_tables::folder::{self, Files};
use superko_tables::plan::Task;
use superko_tables::positions::Column;
use superko_tables::results::Product;
use superko_tables::rulesets::Rulesets;
use superko_tables::table::Table;

// --- Contents ------------------------------------------------------------------------------------

/// The attribute that names the data source of the page: of the server's page, and of a book's.
const SOURCE: [&str; 2] = ["data-source=\"server\"", "data-source=\"book\""];

/// The catalogue of a book.
#[derive(Serialize)]
struct BookCatalogue {
    #[serde(flatten)]
    catalogue: Catalogue,
    /// The boards with a value for every position.
    strong: Vec<String>,
}

/// The files of a book by their paths, made from published results.
///
/// # Errors
/// The missing or malformed file, and the error in it.
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
    // Those that can be opened; of the others the table has what is proved.
    let boards =
        Tables::of_summary(published)?.rows.into_iter().map(|row| row.board).collect::<Vec<String>>();
    let strong = add_positions(published, &mut book)?;
    if let Some(other) = strong.iter().find(|board| !boards.contains(*board)) {
        return Err(format!("strong/{other}.csv: the empty board is not in the table"));
    }
    add_empty_boards(published, &boards, &mut book)?;
    add(&mut book, "tables", &tables);
    add(&mut book, "claims", &Claims::of(published)?);
    add(
        &mut book,
        "catalogue",
        &BookCatalogue { catalogue: Catalogue { boards, ..Catalogue::current() }, strong },
    );
    Ok(book)
}

fn add(book: &mut Files, key: &str, data: &impl Serialize) {
    book.insert(script_path(key), script(key, data).into_bytes());
}

/// Adds the boards with a value for every position, and returns their names, small ones first.
fn add_positions(published: &Files, book: &mut Files) -> Result<Vec<String>, String> {
    let mut boards: Vec<Task> = Vec::new();
    for path in published.keys().filter(|path| <Column as Product>::owns(path)) {
        let columns = <Column as Product>::read(path, published, &Rulesets::Catalogue)?;
        let Some((task, _)) = columns.iter().find(|(task, _)| is_shown(task.board())) else { continue };
        add(book, &format!("strong/{}", task.board_name()), &PositionValues::of(task.board(), &columns));
        boards.push(task.clone());
    }
    boards.sort_by_key(|task| (task.points(), task.board_name().to_string()));
    Ok(boards.iter().map(|task| task.board_name().to_string()).collect())
}

fn is_shown(board: &Board) -> bool {
    board.is_grid() && board.points() <= MAX_POINTS
}

/// Adds the empty boards.
fn add_empty_boards(published: &Files, boards: &[String], book: &mut Files) -> Result<(), String> {
    let mut all: BTreeMap<String, EmptyBoard> = BTreeMap::new();
    for path in published.keys().filter(|path| <Table as Product>::owns(path)) {
        for (task, table) in <Table as Product>::read(path, published, &Rulesets::Catalogue)? {
            let (board, variant) = (task.board(), task.variant());
            let new = || EmptyBoard { board: Drawn::of(board), rules: BTreeMap::new() };
            let empty = all.entry(task.board_name().to_string()).or_insert_with(new);
            let answer =
                RulesetAnswer::of(&task, table).map_err(|error| format!("{}: {error}", task.name()))?;
            empty.rules.insert(variant.to_string(), answer);
        }
    }
    for board in boards {
        let empty = all.get(board).ok_or_else(|| format!("summary.csv: {board} has no results"))?;
        add(book, &format!("empty/{board}"), empty);
    }
    Ok(())
}

// --- Scripts: records that a page opened as a file can read --------------------------------------

/// The path of the script of a key.
fn script_path(key: &str) -> String {
    format!("data/{}.js", key.replace(':', "-"))
}

/// The script of a key and its data, on one line.
fn script(key: &str, data: &impl Serialize) -> String {
    // Records consist of strings, numbers and lists, which can always be written.
    let written = |data: serde_json::Result<String>| data.expect("a record can be written as JSON");
    format!(
        "superkoBook({}, {});\n",
        written(serde_json::to_string(key)),
        written(serde_json::to_string(data))
    )
}

// --- Empty boards --------------------------------------------------------------------------------

/// An empty board with its solutions by ruleset, Black to move.
#[derive(Serialize)]
struct EmptyBoard {
    board: Drawn,
    rules: BTreeMap<String, RulesetAnswer>,
}

/// The solution of an empty board under a ruleset.
#[derive(Serialize)]
struct RulesetAnswer {
    #[serde(flatten)]
    answer: AnswerRecord,
    move_values: Vec<MoveValue>,
    #[serde(flatten)]
    line: LineRecord,
    #[serde(flatten)]
    effort: Effort,
    why: Vec<Told>,
}

impl RulesetAnswer {
    fn of(task: &Task, table: Table) -> Result<RulesetAnswer, String> {
        let (board, variant) = (task.board(), task.variant());
        let question = Question::new(board.clone(), variant, None, Some(Player::Black))
            .map_err(|fault| fault.to_string())?;
        let names = table.line.moves.iter();
        let line = names.map(|name| name.on(board).ok_or_else(|| format!("{name} is no move of the board")));
        let line: Vec<Move> = line.collect::<Result<_, _>>()?;
        let mut referee = question.referee();
        let played = line.iter().try_for_each(|mv| referee.play(*mv).map(|_| ()));
        played.map_err(|illegal| format!("the line: {illegal}"))?;
        let move_values = table.move_values.into_iter().map(|mv| MoveValue {
            bounds: mv.bounds(&table.answer.bounds),
            mv: mv.mv,
            value: mv.value,
        });
        Ok(RulesetAnswer {
            move_values: move_values.collect(),
            answer: table.answer,
            line: table.line,
            effort: table.effort,
            why: annotate(&question, &line),
        })
    }
}

// --- Every position of a small board -------------------------------------------------------------

/// The values of every position of a board up to symmetry, Black to move.
#[derive(Serialize)]
struct PositionValues {
    /// The rulesets.
    columns: Vec<String>,
    /// The values of each position, in the order of the columns.
    rows: BTreeMap<String, Vec<String>>,
}

impl PositionValues {
    /// The finished columns of a board.
    fn of(board: &Board, columns: &[(Task, Column)]) -> PositionValues {
        let mut strong = PositionValues { columns: Vec::new(), rows: BTreeMap::new() };
        for (task, column) in columns.iter().filter(|(_, column)| !column.values.is_empty()) {
            let variant = task.variant();
            strong.columns.push(variant.to_string());
            for (position, value) in column.classes.positions().zip(&column.values) {
                strong.rows.entry(diagram_line(board, &position)).or_default().push(value.to_string());
            }
        }
        strong
    }
}

// --- The folder that a book is written to --------------------------------------------------------

/// Error in the writing of a book.
#[derive(Debug)]
pub enum DirError {
    /// The folder has a file that does not belong to a book.
    NotOurs(PathBuf),
    /// The system reports an error.
    Io(io::Error),
}

impl From<io::Error> for DirError {
    fn from(error: io::Error) -> DirError {
        DirError::Io(error)
    }
}

impl fmt::Display for DirError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DirError::NotOurs(path) => {
                let path = path.display();
                write!(f, "{path} is no part of a book, expected an empty folder, a book, or --force")
            }
            DirError::Io(error) => write!(f, "{error}, expected a folder that can be written"),
        }
    }
}

impl std::error::Error for DirError {}

/// The folder of a book.
#[derive(Debug)]
pub enum OutputDir {
    /// A new folder, or an existing book.
    Replace(PathBuf),
    /// A folder with other files.
    Merge(PathBuf),
}

impl OutputDir {
    /// The folder at a path. One with other files is accepted only with `force`.
    pub fn at(out: &Path, force: bool) -> Result<OutputDir, DirError> {
        match fs::canonicalize(out) {
            Ok(out) => match first_foreign(&out, "")? {
                Some(_) if force && out.is_dir() => Ok(OutputDir::Merge(out)),
                Some(other) => Err(DirError::NotOurs(other)),
                None => Ok(OutputDir::Replace(out)),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(OutputDir::Replace(out.to_path_buf())),
            Err(error) => Err(named(out, error).into()),
        }
    }

    /// Writes a book: atomically as a whole folder, or file by file beside other files.
    ///
    /// # Errors
    /// [`DirError`]. Nothing has changed then, unless a file could not be written beside others.
    pub fn put(&self, book: &Files) -> Result<(), DirError> {
        match self {
            OutputDir::Replace(out) => replace(book, out),
            OutputDir::Merge(out) => Ok(folder::write(out, book, &Files::new())?),
        }
    }
}

/// A file in a folder that does not belong to a book; the path itself, if it is no folder.
fn first_foreign(folder: &Path, prefix: &str) -> io::Result<Option<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Some(folder.to_path_buf()));
    }
    for entry in fs::read_dir(folder).map_err(|error| named(folder, error))? {
        let entry = entry.map_err(|error| named(folder, error))?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let kind = entry.file_type().map_err(|error| named(&path, error))?;
        let inner = format!("{prefix}{name}");
        let found = if kind.is_dir() && ["data", "data/empty", "data/strong"].contains(&inner.as_str()) {
            first_foreign(&path, &format!("{inner}/"))?
        } else {
            let ours = match prefix {
                "" => FILES.iter().any(|file| file.name == name),
                _ => name.ends_with(".js"),
            };
            (!kind.is_file() || !ours).then_some(path)
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Writes a new folder next to the target, then renames it to the target.
fn replace(book: &Files, out: &Path) -> Result<(), DirError> {
    let parent = match out.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(|error| named(parent, error))?;
    let mut builder = Builder::new();
    builder.prefix(".superko-");
    // The mode of a new folder, from which the system subtracts the user's mask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let new_folder = |builder: &Builder| builder.tempdir_in(parent).map_err(|error| named(parent, error));
    let made = new_folder(&builder)?;
    folder::write(made.path(), book, &Files::new())?;
    let removed = new_folder(&builder)?;
    let former = removed.path().join("former");
    if out.exists() {
        fs::rename(out, &former).map_err(|error| named(out, error))?;
    }
    if let Err(error) = fs::rename(made.path(), out) {
        // The former folder is restored if possible.
        let _ = fs::rename(&former, out);
        return Err(named(out, error).into());
    }
    // The folder has been renamed, so nothing is left to remove.
    let _ = made.keep();
    Ok(())
}
