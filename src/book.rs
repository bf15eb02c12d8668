//! The page with the published results as files, which a browser opens without a program or a network: `solve book`.
//!
//! `web/BOOK.md` says what the files hold. Everything comes from a folder of published results; nothing is solved.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::Serialize;
use tempfile::Builder;

use crate::ask::told::{Told, told};
use crate::ask::{Question, Setup};
use crate::files::named;
use crate::go::notation::diagram_line;
use crate::go::{Board, Move, Player};
use crate::page::FILES;
use crate::page::catalogue::{Catalogue, Drawn, MOST_POINTS};
use crate::page::published::{Claims, Tables};
use crate::report::display::rules_text;
use crate::report::record::{AnswerRecord, Effort, LineRecord, MoveValue};
use crate::solutions::folder::{self, Files};
use crate::solutions::positions::Column;
use crate::solutions::product::Product;
use crate::solutions::rulesets::Rulesets;
use crate::solutions::table::Table;
use crate::solutions::task::Task;

// --- Contents ------------------------------------------------------------------------------------

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
    book.insert(path(key), text(key, data).into_bytes());
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

// --- Scripts: records that a page opened as a file can read --------------------------------------

/// The path of the script of a key.
pub fn path(key: &str) -> String {
    format!("data/{}.js", key.replace(':', "-"))
}

/// The script, on one line.
pub fn text(key: &str, data: &impl Serialize) -> String {
    // Records are made of strings, numbers and lists, which can always be written.
    let written = |data: serde_json::Result<String>| data.expect("a record can be written as JSON");
    format!(
        "superkoBook({}, {});\n",
        written(serde_json::to_string(key)),
        written(serde_json::to_string(data))
    )
}

// --- Empty boards --------------------------------------------------------------------------------

/// A board, and the answers about it by ruleset.
#[derive(Debug, Serialize)]
pub struct Empty {
    /// The board.
    pub board: Drawn,
    /// What was found, Black to move.
    pub rules: BTreeMap<String, Answer>,
}

/// What was found of an empty board under a ruleset.
#[derive(Debug, Serialize)]
pub struct Answer {
    #[serde(flatten)]
    answer: AnswerRecord,
    move_values: Vec<MoveValue>,
    #[serde(flatten)]
    line: LineRecord,
    #[serde(flatten)]
    effort: Effort,
    why: Vec<Told>,
}

impl Empty {
    /// A board of which nothing is known.
    pub fn of(board: &Board) -> Empty {
        Empty { board: Drawn::of(board), rules: BTreeMap::new() }
    }

    /// Adds what was found under a ruleset.
    ///
    /// # Errors
    /// What of it cannot be.
    pub fn add(&mut self, task: &Task, table: Table) -> Result<(), String> {
        let variant = task.variant();
        let rules = rules_text(variant.entry, &variant.options);
        let answer = Answer::of(task, table).map_err(|error| format!("{}: {error}", task.name()))?;
        self.rules.insert(rules, answer);
        Ok(())
    }
}

impl Answer {
    fn of(task: &Task, table: Table) -> Result<Answer, String> {
        let (board, variant) = (task.board(), task.variant());
        let setup = Setup::new(board.clone(), variant.entry, variant.options, None, Some(Player::Black));
        let question = setup.and_then(|setup| setup.after(Vec::new())).map_err(|fault| fault.to_string())?;
        let names = table.line.moves.iter();
        let line = names.map(|name| name.on(board).ok_or_else(|| format!("{name} is no move of the board")));
        let line: Vec<Move> = line.collect::<Result<_, _>>()?;
        legal(&question, &line)?;
        let move_values = table.move_values.into_iter().map(|mv| MoveValue {
            bounds: mv.bounds(&table.answer.bounds),
            mv: mv.mv,
            value: mv.value,
        });
        Ok(Answer {
            move_values: move_values.collect(),
            answer: table.answer,
            line: table.line,
            effort: table.effort,
            why: told(&question, &line),
        })
    }
}

/// Whether a line can be played.
fn legal(question: &Question, line: &[Move]) -> Result<(), String> {
    let mut referee = question.referee();
    let played = line.iter().try_for_each(|mv| referee.play(*mv).map(|_| ()));
    played.map_err(|illegal| format!("the line: {illegal}"))
}

// --- Every position of a small board -------------------------------------------------------------

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

// --- The folder that a book is written to --------------------------------------------------------

/// Why a book is not written.
#[derive(Debug)]
pub enum Occupied {
    /// The folder has a file that is no part of a book.
    Foreign(PathBuf),
    /// The system cannot write.
    Unwritten(io::Error),
}

impl From<io::Error> for Occupied {
    fn from(error: io::Error) -> Occupied {
        Occupied::Unwritten(error)
    }
}

impl fmt::Display for Occupied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Occupied::Foreign(path) => {
                let path = path.display();
                write!(f, "{path} is no part of a book, expected an empty folder, a book, or --force")
            }
            Occupied::Unwritten(error) => write!(f, "{error}, expected a folder that can be written"),
        }
    }
}

impl std::error::Error for Occupied {}

/// A place for a book.
#[derive(Debug)]
pub enum Shelf {
    /// A folder that is to be made, or that is a book already.
    Whole(PathBuf),
    /// A folder that has other files as well.
    Beside(PathBuf),
}

impl Shelf {
    /// The place at a path: a folder that has files which are no part of a book only with `force`.
    ///
    /// # Errors
    /// [`Occupied`].
    pub fn at(out: &Path, force: bool) -> Result<Shelf, Occupied> {
        match fs::canonicalize(out) {
            Ok(out) => match foreign(&out, "")? {
                Some(_) if force && out.is_dir() => Ok(Shelf::Beside(out)),
                Some(other) => Err(Occupied::Foreign(other)),
                None => Ok(Shelf::Whole(out)),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Shelf::Whole(out.to_path_buf())),
            Err(error) => Err(named(out, error).into()),
        }
    }

    /// Puts a book there: as a whole, so that nobody finds half of it, or one file after the other beside what is there.
    ///
    /// # Errors
    /// What cannot be written. Nothing has changed then, unless a single file could not be written beside others.
    pub fn put(&self, book: &Files) -> Result<(), Occupied> {
        match self {
            Shelf::Whole(out) => replace(book, out),
            Shelf::Beside(out) => Ok(folder::write(out, book, &Files::new())?),
        }
    }
}

/// The first file found in a folder that is no part of a book; the path itself, if it is no folder.
fn foreign(folder: &Path, prefix: &str) -> io::Result<Option<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Some(folder.to_path_buf()));
    }
    for entry in fs::read_dir(folder).map_err(|error| named(folder, error))? {
        let entry = entry.map_err(|error| named(folder, error))?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        let kind = entry.file_type().map_err(|error| named(&path, error))?;
        let inner = format!("{prefix}{name}");
        let found = match kind.is_dir() {
            true if ["data", "data/empty", "data/strong"].contains(&inner.as_str()) => {
                foreign(&path, &format!("{inner}/"))?
            }
            _ => {
                let ours = match prefix {
                    "" => FILES.iter().any(|file| file.name == name),
                    _ => name.ends_with(".js"),
                };
                (!kind.is_file() || !ours).then_some(path)
            }
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Writes a folder beside its place, then takes the place of what is there.
fn replace(book: &Files, out: &Path) -> Result<(), Occupied> {
    let parent = match out.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(|error| named(parent, error))?;
    let mut builder = Builder::new();
    builder.prefix(".superko-");
    // The mode of a new folder, from which the system takes what the user's mask excludes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let beside = |builder: &Builder| builder.tempdir_in(parent).map_err(|error| named(parent, error));
    let made = beside(&builder)?;
    folder::write(made.path(), book, &Files::new())?;
    let removed = beside(&builder)?;
    let former = removed.path().join("former");
    if out.exists() {
        fs::rename(out, &former).map_err(|error| named(out, error))?;
    }
    if let Err(error) = fs::rename(made.path(), out) {
        // What was there comes back, as far as it goes.
        let _ = fs::rename(&former, out);
        return Err(named(out, error).into());
    }
    // The folder is no longer where it would be removed from.
    let _ = made.keep();
    Ok(())
}
