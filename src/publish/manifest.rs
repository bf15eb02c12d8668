//! `MANIFEST.json` and `SHA256SUMS`: which files there are, and their sums.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::folder::Files;
use super::json;
use super::table::SCHEMA;

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
    /// The nodes that it took; `null` if it is derived from other files.
    nodes: Option<u64>,
}

/// The sum of a text, as `sha256sum` prints it.
pub fn sum(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Adds both files to all others.
pub fn add(files: &mut Files, budget: u64, solved: &[(String, String, u64)]) {
    let nodes = |path: &str| solved.iter().find(|(other, ..)| other == path).map(|(.., nodes)| *nodes);
    let entry = |(path, text): (&String, &String)| Entry {
        path: path.clone(),
        bytes: text.len(),
        sha256: sum(text),
        nodes: nodes(path),
    };
    let manifest = Manifest {
        schema: SCHEMA,
        command: format!("solve tables --budget {budget}"),
        budget,
        files: files.iter().map(entry).collect(),
    };
    files.insert(MANIFEST.to_string(), json::text(&manifest));
    let sums: String = files.iter().map(|(path, text)| format!("{}  {path}\n", sum(text))).collect();
    files.insert(SUMS.to_string(), sums);
}

fn read(files: &Files) -> Result<Manifest, String> {
    let text = files.get(MANIFEST).ok_or_else(|| format!("{MANIFEST}: missing"))?;
    serde_json::from_str(text).map_err(|error| format!("{MANIFEST}: {error}"))
}

/// The limit of nodes that the tables of a folder had.
///
/// # Errors
/// What is wrong with the manifest.
pub fn budget(files: &Files) -> Result<u64, String> {
    Ok(read(files)?.budget)
}

/// The files of a folder that this program has written there, as its manifest says.
pub fn own(files: &Files) -> Files {
    let Ok(manifest) = read(files) else { return Files::new() };
    let listed = manifest.files.iter().map(|entry| entry.path.as_str()).chain([MANIFEST, SUMS]);
    listed.filter_map(|path| Some((path.to_string(), files.get(path)?.clone()))).collect()
}

/// Files whose sums are not those that `SHA256SUMS` gives.
pub fn wrong_sums(files: &Files) -> Vec<String> {
    let Some(sums) = files.get(SUMS) else { return Vec::new() };
    let wrong = sums.lines().filter_map(|line| {
        let (expected, path) = line.split_once("  ")?;
        (files.get(path).is_some_and(|text| sum(text) != expected)).then(|| path.to_string())
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_the_standard() {
        // FIPS 180-4, example "abc".
        assert_eq!(sum("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn a_changed_file_has_a_wrong_sum() {
        let mut files =
            Files::from([("a".to_string(), "1\n".to_string()), ("b".to_string(), "2\n".to_string())]);
        add(&mut files, 7, &[("a".to_string(), String::new(), 5)]);
        assert_eq!((budget(&files), wrong_sums(&files)), (Ok(7), Vec::new()));
        files.insert("b".to_string(), "3\n".to_string());
        assert_eq!(wrong_sums(&files), ["b"]);
    }
}
