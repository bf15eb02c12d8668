//! `MANIFEST.json` and `SHA256SUMS`: which files there are, their sums, and what there is to check
//! the solved ones with: a certificate in the folder, one that a command makes again, or nothing
//! but the search.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::plan::{LARGE, LARGEST, Task};
use superko_query::report::json;
use superko_store::sums::sum;

// --- Evidence ---

/// Size of the largest certificate that is stored in the folder. Of a larger one the manifest has
/// the sum.
pub const MAX_BYTES: usize = 64 << 10;

/// The same for the largest boards. They are solved with the default of every option alone, so
/// there are few of them, and no other values are disputed as much.
pub const MAX_BYTES_OF_LARGE: usize = 3 << 19;

/// Size of the largest certificate of a task that is stored in the folder, in bytes.
pub fn max_bytes(task: &Task) -> usize {
    let large = LARGE.iter().chain(&LARGEST).any(|board| *board == task.board_name());
    if large { MAX_BYTES_OF_LARGE } else { MAX_BYTES }
}

/// What there is to check a result with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Evidence {
    /// A certificate in the folder.
    Certificate {
        /// Its path.
        path: String,
        /// What it proves.
        proves: Proves,
        /// The number of its lemmas, or of the states of a bounded one.
        lemmas: u64,
    },
    /// A certificate that is too large for the folder.
    Remade {
        /// What it proves.
        proves: Proves,
        /// The number of its lemmas, or of the states of a bounded one.
        lemmas: u64,
        /// The size of its file.
        bytes: usize,
        /// The sum of its file.
        sha256: String,
        /// The command that makes the file again.
        command: String,
    },
    /// None: the result can be solved again.
    Search,
}

/// What a certificate proves of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Proves {
    /// The value of the start.
    #[serde(rename = "value")]
    Value,
    /// The value of the start, and that of every first move.
    #[serde(rename = "value and first moves")]
    FirstMoves,
    /// The value of every row of a column, Black to move.
    #[serde(rename = "every row")]
    EveryRow,
    /// What each player can secure.
    #[serde(rename = "every player")]
    EveryPlayer,
    /// A bound on the value of the start, by a proof that needs no history, and under which
    /// rulesets it follows.
    #[serde(rename = "bound")]
    Bound,
}

impl Proves {
    /// The lesser statement to prove where a certificate of all of it is too large, if there is
    /// one.
    pub fn less(self) -> Option<Proves> {
        (self == Proves::FirstMoves).then_some(Proves::Value)
    }

    /// The options of `solve prove` that ask for it, each with a space before it.
    pub fn arguments(self) -> &'static str {
        match self {
            Proves::Value => "",
            Proves::FirstMoves => " --move-values",
            Proves::EveryRow => " --every-position",
            Proves::EveryPlayer => " --every-player",
            Proves::Bound => " --bounded",
        }
    }
}

impl Evidence {
    /// Statement that its certificate proves, if it has one.
    pub fn proves(&self) -> Option<Proves> {
        match self {
            Evidence::Certificate { proves, .. } | Evidence::Remade { proves, .. } => Some(*proves),
            Evidence::Search => None,
        }
    }
}

/// Evidence, with the certificate if that is stored in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The evidence.
    pub evidence: Evidence,
    /// The bytes of the certificate.
    pub certificate: Option<Vec<u8>>,
}

impl Made {
    /// No certificate.
    pub const SEARCH: Made = Made { evidence: Evidence::Search, certificate: None };
}

// --- The manifest ---

/// The version of the manifest; the tables have their own.
const SCHEMA: u32 = 2;

/// The path of the manifest.
pub const MANIFEST: &str = "MANIFEST.json";

/// The path of the sums, in the format of `sha256sum`.
pub const SUMS: &str = "SHA256SUMS";

/// `MANIFEST.json`.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of this form.
    schema: u32,
    /// The command that writes the folder.
    command: String,
    /// The limit of nodes that each table had.
    pub budget: u64,
    /// The rulesets, as `--rules` names them, if they are not all of the catalogue.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    files: Vec<Entry>,
}

/// A file. The manifest itself and the sums are not listed.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Entry {
    path: String,
    bytes: usize,
    sha256: String,
    /// The nodes that it took; `null` if it is a proof, or derived from other files.
    nodes: Option<u64>,
    /// What there is to check a solved file with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    backing: Option<Evidence>,
    /// What there is to check each column of a file with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    columns: Option<BTreeMap<String, Evidence>>,
}

/// The command that writes a folder. The rulesets are as `--rules` names them; there are none for
/// those of the catalogue.
pub fn command(rules: &[String], budget: u64) -> String {
    let named = match rules {
        [] => String::new(),
        rules => format!(" --rules \"{}\"", rules.join(",")),
    };
    format!("solve tables{named} --budget {budget}")
}

/// Evidence of the results of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Backed {
    /// All of it.
    Whole(Evidence),
    /// Each column, by its name.
    Columns(BTreeMap<String, Evidence>),
}

/// The files of some results.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// Paths and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// The nodes that the results took.
    pub nodes: u64,
    /// Evidence of the first file.
    pub backed: Option<Backed>,
}

/// Adds the manifest and the sums to all other files, those of the sheets among them.
///
/// The rulesets are as `--rules` names them; there are none for those of the catalogue.
pub fn add(files: &mut Files, budget: u64, rules: &[String], sheets: &[Sheet]) {
    let mut known: BTreeMap<&str, (u64, Option<&Backed>)> = BTreeMap::new();
    for sheet in sheets {
        for (index, (path, _)) in sheet.files.iter().enumerate() {
            known.insert(path, (sheet.nodes, sheet.backed.as_ref().filter(|_| index == 0)));
        }
    }
    let sums: BTreeMap<String, String> =
        files.par_iter().map(|(path, bytes)| (path.clone(), sum(bytes))).collect();
    let entry = |(path, sum): (&String, &String)| {
        let of_sheet = known.get(path.as_str());
        let (backing, columns) = match of_sheet.and_then(|(_, backed)| *backed) {
            Some(Backed::Whole(evidence)) => (Some(evidence.clone()), None),
            Some(Backed::Columns(columns)) => (None, Some(columns.clone())),
            None => (None, None),
        };
        let (bytes, nodes) = (files[path].len(), of_sheet.map(|(nodes, _)| *nodes));
        Entry { path: path.clone(), bytes, sha256: sum.clone(), nodes, backing, columns }
    };
    let manifest = Manifest {
        schema: SCHEMA,
        command: command(rules, budget),
        budget,
        rules: rules.to_vec(),
        files: sums.iter().map(entry).collect(),
    };
    let manifest = json::text(&manifest).into_bytes();
    let own = (MANIFEST.to_string(), sum(&manifest));
    let lines: BTreeMap<String, String> = sums.into_iter().chain([own]).collect();
    let lines: String = lines.iter().map(|(path, sum)| format!("{sum}  {path}\n")).collect();
    files.insert(MANIFEST.to_string(), manifest);
    files.insert(SUMS.to_string(), lines.into_bytes());
}

impl Manifest {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// Error in the manifest.
    pub fn read(files: &Files) -> Result<Manifest, String> {
        json::read(MANIFEST, folder::text(MANIFEST, files)?.as_bytes())
    }

    /// Evidence of the files of the folder.
    pub fn backed(self) -> BTreeMap<String, Backed> {
        let backed = self.files.into_iter().filter_map(|entry| {
            let columns = entry.columns.map(Backed::Columns);
            Some((entry.path, columns.or(entry.backing.map(Backed::Whole))?))
        });
        backed.collect()
    }
}

/// The files of a folder that this program has written there, as its manifest says.
pub fn own(files: &Files) -> Files {
    let Ok(manifest) = Manifest::read(files) else { return Files::new() };
    let listed = manifest.files.iter().map(|entry| entry.path.as_str()).chain([MANIFEST, SUMS]);
    listed.filter_map(|path| Some((path.to_string(), files.get(path)?.clone()))).collect()
}

/// One line for each file whose sum is not the one that `SHA256SUMS` gives; or one for
/// `SHA256SUMS`, if that is no text.
pub fn wrong_sums(files: &Files) -> Vec<String> {
    let sums = match folder::text(SUMS, files) {
        Ok(sums) => sums,
        Err(_) if !files.contains_key(SUMS) => return Vec::new(),
        Err(fault) => return vec![fault],
    };
    let lines: Vec<&str> = sums.lines().collect();
    let wrong = lines.par_iter().filter_map(|line| {
        let (expected, path) = line.split_once("  ")?;
        let differs = files.get(path).is_some_and(|bytes| sum(bytes) != expected);
        differs.then(|| format!("{path}: differs from its sum in {SUMS}"))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {

    use super::*;

    fn two_files() -> Files {
        Files::from([("a".to_string(), b"1\n".to_vec()), ("b".to_string(), b"\xfe".to_vec())])
    }

    #[test]
    fn a_changed_file_has_a_wrong_sum() {
        let mut files = two_files();
        add(&mut files, 7, &[], &[]);
        assert_eq!((Manifest::read(&files).unwrap().budget, wrong_sums(&files)), (7, Vec::new()));
        files.insert("b".to_string(), b"\xff".to_vec());
        assert_eq!(wrong_sums(&files), ["b: differs from its sum in SHA256SUMS"]);
        files.insert(SUMS.to_string(), b"\xff".to_vec());
        assert_eq!(wrong_sums(&files), ["SHA256SUMS: not UTF-8 at offset 0, expected a text"]);
    }

    #[test]
    fn the_evidence_of_files_and_columns_is_read_back() {
        let certificate =
            Evidence::Certificate { path: "c".to_string(), proves: Proves::EveryRow, lemmas: 5 };
        let remade = Evidence::Remade {
            proves: Proves::FirstMoves,
            lemmas: 7,
            bytes: 70,
            sha256: sum(b"3"),
            command: "solve prove".to_string(),
        };
        let columns = BTreeMap::from([("x".to_string(), certificate), ("y".to_string(), remade)]);
        let of = |path: &str, backed: Backed| Sheet {
            files: vec![(path.to_string(), Vec::new())],
            nodes: 3,
            backed: Some(backed),
        };
        let sheets = [of("a", Backed::Whole(Evidence::Search)), of("b", Backed::Columns(columns))];
        let mut files = two_files();
        add(&mut files, 7, &[], &sheets);
        let read = Manifest::read(&files).unwrap().backed();
        assert!(sheets.iter().all(|sheet| read.get(&sheet.files[0].0) == sheet.backed.as_ref()));
    }
}
