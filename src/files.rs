//! Files that are written whole or not at all.
//!
//! A regular file is written beside its place under another name, then renamed over it, so that a full disk or an
//! interruption leaves the old file as it was. A symbolic link stays a link, and its target is replaced. Pipes
//! and devices are written to and never replaced.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

/// The most symbolic links that are followed, as by Linux.
const MOST_LINKS: usize = 40;

/// How the names of files begin that are written beside their places.
const BESIDE: &str = ".superko-";

/// Where the bytes for a path go.
enum Place {
    /// To a pipe or a device.
    Stream(File),
    /// To the regular file of this path, which is there or is not.
    Regular(PathBuf),
}

/// Writes a file. What there was at its path keeps its mode.
///
/// # Errors
/// The path, and why it cannot be written. Then nothing has changed.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_files([(path.to_path_buf(), bytes)])
}

/// Writes files. All are written beside their places before the first is renamed.
///
/// # Errors
/// The first path that cannot be written, and why. A full disk is noticed before any file has changed.
pub fn write_files<'a>(files: impl IntoIterator<Item = (PathBuf, &'a [u8])>) -> io::Result<()> {
    let mut written = Vec::new();
    for (path, bytes) in files {
        let beside =
            write_beside(&path, |file| file.write_all(bytes)).map_err(|error| named(&path, error))?;
        written.extend(beside.map(|(beside, target)| (beside, target, path)));
    }
    for (beside, target, path) in written {
        beside.persist(target).map_err(|error| named(&path, error.error))?;
    }
    Ok(())
}

/// Writes a file bit by bit, which need not fit in memory.
///
/// # Errors
/// The path, and why it cannot be written, or the error of `write`. Then nothing has changed.
pub fn write_file_by(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let written = write_beside(path, write).map_err(|error| named(path, error))?;
    let Some((beside, target)) = written else { return Ok(()) };
    beside.persist(target).map_err(|error| named(path, error.error))
}

/// Checks that files can be made in a folder, and removes what writes that were ended in the midst of it have left there.
///
/// # Errors
/// The path, and why not.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    let checked = || {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let beside = entry.file_name().to_string_lossy().starts_with(BESIDE);
            if beside && entry.file_type()?.is_file() {
                fs::remove_file(entry.path())?;
            }
        }
        Builder::new().prefix(BESIDE).tempfile_in(folder)?.close()
    };
    checked().map_err(|error| named(folder, error))
}

/// The error with the path that it is about.
pub fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes a file beside the target, which is returned with it, or a stream. The file beside is removed when it is dropped
/// without having been renamed.
fn write_beside(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<Option<(TempPath, PathBuf)>> {
    let target = match place(path)? {
        Place::Stream(mut stream) => return write(&mut stream).map(|()| None),
        Place::Regular(target) => target,
    };
    let mut builder = Builder::new();
    builder.prefix(BESIDE);
    // The mode of a new file, from which the system takes what the user's mask excludes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = builder.tempfile_in(target.parent().unwrap_or(Path::new(".")))?;
    write(beside.as_file_mut())?;
    // A file that may not be written is not to be replaced, even where its folder may be written.
    match OpenOptions::new().write(true).open(&target) {
        Ok(old) => beside.as_file().set_permissions(old.metadata()?.permissions())?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // Some file systems report a full disk no sooner than this.
    beside.as_file().sync_all()?;
    Ok(Some((beside.into_temp_path(), target)))
}

fn place(path: &Path) -> io::Result<Place> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(Place::Stream(OpenOptions::new().write(true).open(path)?)),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => follow(path),
    }
}

/// Follows symbolic links, also one whose target is not there.
fn follow(path: &Path) -> io::Result<Place> {
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let name = target.file_name().map(OsStr::to_os_string).ok_or(ErrorKind::InvalidFilename)?;
        let folder = match target.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder)?;
        target = folder.join(name);
        // A link such as /dev/stdout stands for a file that another program holds open.
        if folder.starts_with("/proc") {
            return Ok(Place::Stream(OpenOptions::new().write(true).open(target)?));
        }
        match fs::read_link(&target) {
            Ok(next) => target = folder.join(next),
            Err(_) => return Ok(Place::Regular(target)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}
