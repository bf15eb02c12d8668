//! A folder of files, read and written as a whole. A file is bytes here, and a text only where one
//! is asked for.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::Utf8Error;
use std::{fs, io};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use superko_query::report::json;
use superko_query::report::records::SCHEMA;
use superko_store::files::{named, write_files};

/// The bytes of every file by its path in the folder, with `/` between the parts of a path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The text that a file holds.
///
/// # Errors
/// The path of a file that is not there, or is not UTF-8, and where it is not.
pub fn text<'a>(path: &str, files: &'a Files) -> Result<&'a str, String> {
    let bytes = files.get(path).ok_or_else(|| format!("{path}: missing"))?;
    let fault =
        |error: Utf8Error| format!("{path}: not UTF-8 at offset {}, expected a text", error.valid_up_to());
    str::from_utf8(bytes).map_err(fault)
}

/// The record that a file holds.
///
/// # Errors
/// The path of a file that is not there, or holds no record of this type and of the version that is
/// known, and why.
pub fn record<T: DeserializeOwned>(path: &str, files: &Files) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Version {
        schema: u32,
    }
    let text = text(path, files)?.as_bytes();
    match json::read::<Version>(path, text)?.schema {
        SCHEMA => json::read(path, text),
        schema => Err(format!("{path}: schema {schema}, expected {SCHEMA}")),
    }
}

/// The folder in that of the tables that has what took longer than these may take, each with its
/// command and sum.
pub const LONG_RUNS: &str = "long-runs";

/// What stands beside the tables in their folder and is no part of them, which neither read nor
/// write it: the long runs, and the package that makes some of the files a part of the program.
const NO_TABLES: [&str; 5] = [LONG_RUNS, "Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "lib.rs"];

/// Reads every file of a folder and of the folders in it, but for what is no part of the tables.
///
/// # Errors
/// The file that cannot be read, and why.
pub fn read(folder: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    read_into(&mut files, folder, "")?;
    Ok(files)
}

fn read_into(files: &mut Files, folder: &Path, prefix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder).map_err(|error| named(folder, error))? {
        let path = entry.map_err(|error| named(folder, error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if prefix.is_empty() && NO_TABLES.contains(&&*name) {
            continue;
        }
        if path.is_dir() {
            read_into(files, &path, &format!("{prefix}{name}/"))?;
        } else {
            let bytes = fs::read(&path).map_err(|error| named(&path, error))?;
            files.insert(format!("{prefix}{name}"), bytes);
        }
    }
    Ok(())
}

/// Writes files that are not there or differ. Removes the files of `former` that are not among
/// them.
///
/// # Errors
/// The file that cannot be written, and why. A full disk is noticed before any file has changed.
pub fn write(folder: &Path, files: &Files, former: &Files) -> io::Result<()> {
    let changed = files.iter().filter(|(name, bytes)| former.get(*name) != Some(*bytes));
    let changed: Vec<_> = changed.map(|(name, bytes)| (folder.join(name), bytes.as_slice())).collect();
    for (path, _) in &changed {
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(|error| named(path, error))?;
    }
    write_files(changed)?;
    for name in former.keys().filter(|name| !files.contains_key(*name)) {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(|error| named(&path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_text_is_written_and_read_byte_for_byte() {
        let folder = std::env::temp_dir().join(format!("superko-folder-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let every_byte: Vec<u8> = (0..=u8::MAX).rev().collect();
        let file = |path: &str, bytes: &[u8]| (path.to_string(), bytes.to_vec());
        let first = Files::from([file("a/b", &every_byte), file("a/text", b"1\r\n2"), file("empty", b"")]);
        write(&folder, &first, &Files::new()).unwrap();
        assert_eq!(read(&folder).unwrap(), first);

        // Both are the same if what is not UTF-8 is read as U+FFFD.
        let second = Files::from([file("a/b", b"\xfe"), file("a/text", b"1\r\n2")]);
        let third = Files::from([file("a/b", b"\xff"), file("a/text", b"1\r\n2")]);
        for (files, former) in [(&second, &first), (&third, &second)] {
            write(&folder, files, former).unwrap();
            assert_eq!(&read(&folder).unwrap(), files);
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_text_is_utf_8_or_a_fault_with_its_path() {
        let file = |path: &str, bytes: &[u8]| (path.to_string(), bytes.to_vec());
        let files = Files::from([file("a", "1x2 ●".as_bytes()), file("a/b", b"1x2\xff")]);
        assert_eq!(text("a", &files), Ok("1x2 ●"));
        assert_eq!(text("a/b", &files).unwrap_err(), "a/b: not UTF-8 at offset 3, expected a text");
        assert_eq!(text("b", &files).unwrap_err(), "b: missing");
    }
}
