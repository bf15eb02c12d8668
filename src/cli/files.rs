//! Files that are whole or not there.

use std::fs;
use std::path::Path;

use super::BadInput;

/// Writes a file beside its place and then renames it.
pub fn write(path: &Path, content: &str) -> Result<(), BadInput> {
    let wrong = |error: std::io::Error| BadInput(format!("{}: {error}", path.display()));
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let beside = path.with_file_name(name);
    fs::write(&beside, content).map_err(wrong)?;
    fs::rename(&beside, path).map_err(wrong)
}
