//! The parts that a folder is made of, and their files.
//!
//! Some files are *solved*: the tables, the strong tables, the differences. Some are *proofs* of these. All
//! others are *derived* from both and nothing else (`summary.csv`, the pages, the plots, the sums), so that a
//! folder can be checked without solving anything. A further solved part is a field here with its files in
//! [`Parts::solved`] and [`Parts::read`]; a further page is a line in [`Parts::files`].

use std::collections::BTreeMap;

use super::backing::{Backing, Backings};
use super::counts::Counts;
use super::differences::Differences;
use super::folder::{self, Files};
use super::manifest::{Backed, MANIFEST};
use super::secured::Shares;
use super::strong::Strong;
use super::table::Table;
use super::told::told;
use super::variant::Variant;
use super::{distribution, manifest, page, summary, telling, values};
use crate::go::Board;
use crate::report::record::{SCHEMA, option_values};
use crate::report::{json, schemas};

/// Everything that was solved.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The limit of nodes that each table had.
    pub budget: u64,
    /// The tables of empty boards, each with the name of its variant.
    pub tables: Vec<(String, Table)>,
    /// The strong tables.
    pub strong: Vec<Strong>,
    /// Where they differ.
    pub differences: Differences,
    /// How many positions and games there are.
    pub counts: Vec<Counts>,
    /// What three players can secure.
    pub players: Vec<Shares>,
    /// By what the tables and the columns of the strong tables are backed.
    pub backing: Backings,
    /// The certificates that are in the folder, by their paths.
    pub certificates: Files,
}

/// The name of a board as part of a path, on any system: `cycle:5` is `cycle-5`. Nothing reads a board back from
/// it, as every file says in itself what it is about.
pub fn file_name(board: &str) -> String {
    board.replace(':', "-")
}

/// The path of a table.
pub fn table_path(board: &str, variant: &str) -> String {
    format!("{}/{variant}.json", file_name(board))
}

/// The path of the rows of a strong table.
pub fn rows_path(board: &str) -> String {
    format!("strong/{}.csv", file_name(board))
}

/// The path of what a strong table says beside them.
pub fn about_path(board: &str) -> String {
    format!("strong/{}.json", file_name(board))
}

/// The path of the differences.
pub const DIFFERENCES: &str = "differences.json";

/// The page that tells the format of the certificates. It is written by hand, and is part of every folder.
const FORMAT: (&str, &str) = ("CERTIFICATES.md", include_str!("../../solutions/CERTIFICATES.md"));

impl Parts {
    /// The files that were solved, each with the nodes that it took.
    pub fn solved(&self) -> Vec<(String, Vec<u8>, u64)> {
        let mut files = Vec::new();
        for (variant, table) in &self.tables {
            let bytes = json::text(table).into_bytes();
            files.push((table_path(&table.board.name, variant), bytes, table.effort.nodes));
        }
        for strong in &self.strong {
            let board = &strong.about.board;
            let unfinished = strong.about.unfinished.iter().map(|column| column.nodes);
            let nodes = strong.about.columns.iter().map(|column| column.nodes).chain(unfinished).sum();
            files.push((rows_path(board), strong.csv().into_bytes(), nodes));
            files.push((about_path(board), json::text(&strong.about).into_bytes(), nodes));
        }
        for counts in &self.counts {
            files.push((counts.path(), json::text(counts).into_bytes(), counts.nodes()));
        }
        for shares in &self.players {
            files.push((shares.path(), json::text(shares).into_bytes(), shares.nodes()));
        }
        let differences = json::text(&self.differences).into_bytes();
        files.push((DIFFERENCES.to_string(), differences, self.differences.nodes));
        files
    }

    /// Every file of the folder.
    pub fn files(&self) -> Files {
        let solved = self.solved();
        let mut files: Files = solved.iter().map(|(path, bytes, _)| (path.clone(), bytes.clone())).collect();
        files.extend(self.certificates.clone());
        let mut add = |path: &str, text: String| files.insert(path.to_string(), text.into_bytes());
        add("summary.csv", summary::csv(self));
        add("differences.md", telling::page(&self.differences));
        add("README.md", page::readme(self));
        add(FORMAT.0, FORMAT.1.to_string());
        for (path, schema) in schemas::FILES {
            add(path, schema.to_string());
        }
        add(values::PATH, values::svg(self));
        if let Some(svg) = distribution::svg(self) {
            add(distribution::PATH, svg);
        }
        manifest::add(&mut files, self.budget, &solved, &self.backed());
        files
    }

    /// By what every solved file is backed, or every column of it.
    fn backed(&self) -> Vec<Backed> {
        let mut backed = Vec::new();
        for told in told(self) {
            let backing = self.backing.get(&told.subject.certificate()).cloned().unwrap_or(Backing::Search);
            backed.push((told.subject.path(), told.subject.column(), backing));
        }
        let others = self.counts.iter().map(Counts::path).chain(self.players.iter().map(Shares::path));
        let others = others.chain([DIFFERENCES.to_string()]);
        backed.extend(others.map(|path| (path, None, Backing::Search)));
        backed
    }

    /// Reads the solved files of a folder back.
    ///
    /// # Errors
    /// Each file that is not what it should be, and why.
    pub fn read(files: &Files) -> Result<Parts, Vec<String>> {
        let mut faults = Vec::new();
        let mut parts = Parts {
            budget: 0,
            tables: Vec::new(),
            strong: Vec::new(),
            differences: Differences { schema: SCHEMA, naive_nodes: 0, nodes: 0, pairs: Vec::new() },
            counts: Vec::new(),
            players: Vec::new(),
            backing: Backings::new(),
            certificates: Files::new(),
        };
        let mut backed = Vec::new();
        match manifest::budget(files).and_then(|budget| Ok((budget, manifest::backed(files)?))) {
            Ok(found) => (parts.budget, backed) = found,
            Err(fault) => faults.push(fault),
        }
        match files.get(DIFFERENCES).map(|bytes| json::read(DIFFERENCES, bytes)) {
            Some(Ok(differences)) => parts.differences = differences,
            Some(Err(fault)) => faults.push(fault),
            None => faults.push(format!("{DIFFERENCES}: missing")),
        }
        for (path, bytes) in files {
            let Some((folder, name)) = path.split_once('/') else { continue };
            let Some(name) = name.strip_suffix(".json") else { continue };
            if folder == "strong" {
                match read_strong(files, path, bytes) {
                    Ok(strong) if about_path(&strong.about.board) == *path => parts.strong.push(strong),
                    Ok(_) => faults.push(format!("{path}: of another board")),
                    Err(fault) => faults.push(fault),
                }
                continue;
            }
            if folder == "counts" {
                match json::read::<Counts>(path, bytes) {
                    Ok(counts) if counts.path() == *path => parts.counts.push(counts),
                    Ok(_) => faults.push(format!("{path}: of another board")),
                    Err(fault) => faults.push(fault),
                }
                continue;
            }
            if folder == "players" {
                match json::read::<Shares>(path, bytes) {
                    Ok(shares) if shares.path() == *path => parts.players.push(shares),
                    Ok(_) => faults.push(format!("{path}: of another board")),
                    Err(fault) => faults.push(fault),
                }
                continue;
            }
            match json::read::<Table>(path, bytes) {
                Ok(table) if table_path(&table.board.name, name) == *path => {
                    parts.tables.push((name.to_string(), table))
                }
                Ok(_) => faults.push(format!("{path}: of another board")),
                Err(fault) => faults.push(fault),
            }
        }
        faults.extend(parts.strange());
        parts.sort();
        if faults.is_empty() {
            faults.extend(parts.read_certificates(files, backed).err());
        }
        if faults.is_empty() { Ok(parts) } else { Err(faults) }
    }

    /// Takes over the certificates of which the manifest tells, and what else it says that there is.
    fn read_certificates(&mut self, files: &Files, backed: Vec<Backed>) -> Result<(), String> {
        let mut backed: BTreeMap<(String, Option<String>), Backing> =
            backed.into_iter().map(|(path, column, backing)| ((path, column), backing)).collect();
        let (mut backings, mut certificates) = (Backings::new(), Files::new());
        for told in told(self) {
            let (file, certificate) = (told.subject.path(), told.subject.certificate());
            let Some(backing) = backed.remove(&(file.clone(), told.subject.column())) else { continue };
            if let Backing::Certificate { path, .. } = &backing {
                if *path != certificate {
                    return Err(format!("{MANIFEST}: {file} is backed by {path}, expected {certificate}"));
                }
                certificates.extend(files.get(path).map(|bytes| (path.clone(), bytes.clone())));
            }
            backings.insert(certificate, backing);
        }
        (self.backing, self.certificates) = (backings, certificates);
        Ok(())
    }

    /// What no generator of this version would write.
    fn strange(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut schema = |path: String, schema: u32| {
            if schema != SCHEMA {
                faults.push(format!("{path}: schema {schema}, expected {SCHEMA}"));
            }
        };
        schema(DIFFERENCES.to_string(), self.differences.schema);
        for strong in &self.strong {
            schema(about_path(&strong.about.board), strong.about.schema);
        }
        for counts in &self.counts {
            schema(counts.path(), counts.schema);
        }
        for shares in &self.players {
            schema(shares.path(), shares.board.schema);
        }
        for (name, table) in &self.tables {
            schema(table_path(&table.board.name, name), table.board.schema);
        }
        for (name, table) in &self.tables {
            let right = |variant: Variant| {
                variant.entry.id == table.rules.id
                    && table.rules.options == option_values(variant.entry, &variant.options)
            };
            if !Variant::named(name).is_some_and(right) {
                faults.push(format!("{}: of another game", table_path(&table.board.name, name)));
            }
        }
        for strong in &self.strong {
            for (name, _) in strong.columns.iter().filter(|(name, _)| Variant::named(name).is_none()) {
                faults.push(format!("{}: the column {name} is no game", rows_path(&strong.about.board)));
            }
        }
        faults
    }

    /// Brings everything into the order of the plan: by board as they are shown, then by variant.
    fn sort(&mut self) {
        let order: Vec<String> = Variant::all().iter().map(Variant::name).collect();
        let place = |name: &str| order.iter().position(|other| other == name);
        self.tables.sort_by_key(|(name, table)| (size(&table.board.name), place(name)));
        self.strong.sort_by_key(|strong| size(&strong.about.board));
        self.counts.sort_by_key(|counts| size(&counts.board));
        self.players.sort_by_key(|shares| size(&shares.board.name));
    }

    /// The table of an empty board.
    pub fn table(&self, board: &str, variant: &str) -> Option<&Table> {
        self.tables
            .iter()
            .find(|(name, table)| name == variant && table.board.name == board)
            .map(|(_, table)| table)
    }

    /// Every board that has a table, once.
    pub fn boards(&self) -> Vec<String> {
        let mut boards: Vec<String> = self.tables.iter().map(|(_, table)| table.board.name.clone()).collect();
        boards.dedup();
        boards
    }

    /// Puts solved parts together, without certificates.
    pub fn of(
        budget: u64,
        tables: Vec<(String, Table)>,
        strong: Vec<Strong>,
        differences: Differences,
        counts: Vec<Counts>,
        players: Vec<Shares>,
    ) -> Parts {
        let (backing, certificates) = (Backings::new(), Files::new());
        let mut parts = Parts { budget, tables, strong, differences, counts, players, backing, certificates };
        parts.sort();
        parts
    }
}

/// Reads the two files of a strong table: what is said beside it, at a path, and its rows.
fn read_strong(files: &Files, path: &str, about: &[u8]) -> Result<Strong, String> {
    let about = folder::text(path, about)?;
    let csv_path = path.replace(".json", ".csv");
    let csv = files.get(&csv_path).map_or(Ok(""), |bytes| folder::text(&csv_path, bytes))?;
    Strong::read(about, csv).map_err(|fault| format!("{path}: {fault}"))
}

/// The order in which boards are shown: lines first, then boards of two rows, ...; then other graphs by family.
fn size(board: &str) -> (String, usize, usize) {
    let family = board.split_once(':').map_or("", |(family, _)| family).to_string();
    let (rows, cols) = Board::parse(board).map_or((usize::MAX, 0), |board| (board.rows(), board.cols()));
    (family, rows, cols)
}
