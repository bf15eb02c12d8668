//! A folder of text files: read whole, and written so that no file is ever half written.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// The text of every file by its path in the folder, with `/` between the parts of a path.
pub type Files = BTreeMap<String, String>;

/// The error with the path that it is about.
fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Reads every file of a folder and of the folders in it.
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
        if path.is_dir() {
            read_into(files, &path, &format!("{prefix}{name}/"))?;
        } else {
            // A file that is no text is not one of ours: what it is read as is compared and found wanting.
            let bytes = fs::read(&path).map_err(|error| named(&path, error))?;
            files.insert(format!("{prefix}{name}"), String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    Ok(())
}

/// Writes a file: beside its place, then renamed, so that it is never half written.
///
/// # Errors
/// The file that cannot be written, and why.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // What could not be renamed is not left behind; if that fails too, the first error says more.
        let _ = fs::remove_file(&beside);
        named(path, error)
    })
}

/// Writes files that are not there or differ. Removes the files of `former` that are not among them.
///
/// # Errors
/// The file that cannot be written, and why.
pub fn write(folder: &Path, files: &Files, former: &Files) -> io::Result<()> {
    for (name, text) in files.iter().filter(|(name, text)| former.get(*name) != Some(*text)) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(|error| named(&path, error))?;
        write_file(&path, text)?;
    }
    for name in former.keys().filter(|name| !files.contains_key(*name)) {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(|error| named(&path, error))?;
    }
    Ok(())
}
