//! `MANIFEST.json` and `SHA256SUMS`: which files there are, their sums, and by what the solved ones are backed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::backing::Backing;
use super::folder::{self, Files};
use crate::report::json;

/// The version of the manifest; the tables have their own.
const SCHEMA: u32 = 2;

/// The path of the manifest.
pub const MANIFEST: &str = "MANIFEST.json";

/// The path of the sums, in the format of `sha256sum`.
pub const SUMS: &str = "SHA256SUMS";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    schema: u32,
    /// The command that writes the folder.
    command: String,
    /// The limit of nodes that each table had.
    budget: u64,
    files: Vec<Entry>,
}

/// A file. The manifest itself and the sums are not listed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    path: String,
    bytes: usize,
    sha256: String,
    /// The nodes that it took; `null` if it is a proof, or derived from other files.
    nodes: Option<u64>,
    /// By what a solved file is backed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    backing: Option<Backing>,
    /// By what each column of a strong table is backed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    columns: Option<BTreeMap<String, Backing>>,
}

/// The sum of a file, as `sha256sum` prints it.
pub fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// By what a file is backed, or a column of it.
pub type Backed = (String, Option<String>, Backing);

/// Adds both files to all others.
pub fn add(files: &mut Files, budget: u64, solved: &[(String, Vec<u8>, u64)], backed: &[Backed]) {
    let nodes: BTreeMap<&str, u64> = solved.iter().map(|(path, _, nodes)| (path.as_str(), *nodes)).collect();
    let mut wholes: BTreeMap<&str, Backing> = BTreeMap::new();
    let mut columns: BTreeMap<&str, BTreeMap<String, Backing>> = BTreeMap::new();
    for (path, column, backing) in backed {
        match column {
            None => drop(wholes.insert(path, backing.clone())),
            Some(column) => drop(columns.entry(path).or_default().insert(column.clone(), backing.clone())),
        }
    }
    let entry = |(path, bytes): (&String, &Vec<u8>)| Entry {
        path: path.clone(),
        bytes: bytes.len(),
        sha256: sum(bytes),
        nodes: nodes.get(path.as_str()).copied(),
        backing: wholes.get(path.as_str()).cloned(),
        columns: columns.get(path.as_str()).cloned(),
    };
    let manifest = Manifest {
        schema: SCHEMA,
        command: format!("solve tables --budget {budget}"),
        budget,
        files: files.iter().map(entry).collect(),
    };
    files.insert(MANIFEST.to_string(), json::text(&manifest).into_bytes());
    let sums: String = files.iter().map(|(path, bytes)| format!("{}  {path}\n", sum(bytes))).collect();
    files.insert(SUMS.to_string(), sums.into_bytes());
}

fn read(files: &Files) -> Result<Manifest, String> {
    let bytes = files.get(MANIFEST).ok_or_else(|| format!("{MANIFEST}: missing"))?;
    json::read(MANIFEST, bytes)
}

/// The limit of nodes that the tables of a folder had.
///
/// # Errors
/// What is wrong with the manifest.
pub fn budget(files: &Files) -> Result<u64, String> {
    Ok(read(files)?.budget)
}

/// By what the files of a folder are backed, as its manifest says; nothing if it is of an earlier version.
///
/// # Errors
/// What is wrong with the manifest.
pub fn backed(files: &Files) -> Result<Vec<Backed>, String> {
    let mut backed = Vec::new();
    for Entry { path, backing, columns, .. } in read(files)?.files {
        backed.extend(backing.map(|backing| (path.clone(), None, backing)));
        let columns = columns.into_iter().flatten();
        backed.extend(columns.map(|(column, backing)| (path.clone(), Some(column), backing)));
    }
    Ok(backed)
}

/// The files of a folder that this program has written there, as its manifest says.
pub fn own(files: &Files) -> Files {
    let Ok(manifest) = read(files) else { return Files::new() };
    let listed = manifest.files.iter().map(|entry| entry.path.as_str()).chain([MANIFEST, SUMS]);
    listed.filter_map(|path| Some((path.to_string(), files.get(path)?.clone()))).collect()
}

/// One line for each file whose sum is not the one that `SHA256SUMS` gives; or one for `SHA256SUMS`, if that is
/// no text.
pub fn wrong_sums(files: &Files) -> Vec<String> {
    let Some(sums) = files.get(SUMS) else { return Vec::new() };
    let sums = match folder::text(SUMS, sums) {
        Ok(sums) => sums,
        Err(fault) => return vec![fault],
    };
    let wrong = sums.lines().filter_map(|line| {
        let (expected, path) = line.split_once("  ")?;
        let differs = files.get(path).is_some_and(|bytes| sum(bytes) != expected);
        differs.then(|| format!("{path}: differs from its sum in {SUMS}"))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::super::backing::Proves;
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        // FIPS 180-4, example "abc".
        assert_eq!(sum(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn a_changed_file_has_a_wrong_sum() {
        let mut files =
            Files::from([("a".to_string(), b"1\n".to_vec()), ("b".to_string(), b"\xfe".to_vec())]);
        add(&mut files, 7, &[("a".to_string(), Vec::new(), 5)], &[]);
        assert_eq!((budget(&files), wrong_sums(&files)), (Ok(7), Vec::new()));
        files.insert("b".to_string(), b"\xff".to_vec());
        assert_eq!(wrong_sums(&files), ["b: differs from its sum in SHA256SUMS"]);
        files.insert(SUMS.to_string(), b"\xff".to_vec());
        assert_eq!(wrong_sums(&files), ["SHA256SUMS: not UTF-8 at offset 0, expected a text"]);
    }

    #[test]
    fn by_what_files_and_columns_are_backed_is_read_back() {
        let mut files = Files::from([("a".to_string(), b"1\n".to_vec()), ("b".to_string(), b"2\n".to_vec())]);
        let certificate = Backing::Certificate { path: "c".to_string(), proves: Proves::EveryRow, lemmas: 5 };
        let remade = Backing::Remade {
            proves: Proves::FirstMoves,
            lemmas: 7,
            bytes: 70,
            sha256: sum(b"3"),
            command: "solve prove".to_string(),
        };
        let of = |path: &str, column: Option<&str>, backing| {
            (path.to_string(), column.map(ToString::to_string), backing)
        };
        let all =
            [of("a", None, Backing::Search), of("b", Some("x"), certificate), of("b", Some("y"), remade)];
        add(&mut files, 7, &[], &all);
        assert_eq!(backed(&files).unwrap(), all);
    }
}
