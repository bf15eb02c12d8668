//! The folder that a book is written to.

use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use crate::files::named;
use crate::page::files::FILES;
use crate::solutions::folder::{self, Files};

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
