//! Atomic writes of files.
//!
//! A regular file is written under a temporary name in the same folder, then renamed, so that a
//! full disk or an interruption leaves the old file as it was. A symbolic link stays a link, and
//! its target is replaced. Pipes and devices are written to and never replaced.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

/// The maximum number of symbolic links to follow, that of Linux.
const MAX_LINKS: usize = 40;

/// The prefix of the names of temporary files.
const TEMPORARY_PREFIX: &str = ".superko-";

/// The target of the bytes for a path.
enum Target {
    /// A pipe or a device.
    Stream(File),
    /// The regular file of this path, which may be new.
    Regular(PathBuf),
}

/// Writes a file. An existing file keeps its mode.
///
/// # Errors
/// The path and the error. Then nothing has changed.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_files([(path.to_path_buf(), bytes)])
}

/// Writes files. All are written under temporary names before the first is renamed.
///
/// # Errors
/// The first path that cannot be written, and its error. A full disk is noticed before any file has
/// changed.
pub fn write_files<'a>(files: impl IntoIterator<Item = (PathBuf, &'a [u8])>) -> io::Result<()> {
    let mut written = Vec::new();
    for (path, bytes) in files {
        let beside =
            write_temporary(&path, |file| file.write_all(bytes)).map_err(|error| named(&path, error))?;
        written.extend(beside.map(|(beside, target)| (beside, target, path)));
    }
    for (beside, target, path) in written {
        beside.persist(target).map_err(|error| named(&path, error.error))?;
    }
    Ok(())
}

/// Writes a file by a function, so that it need not fit in memory.
///
/// # Errors
/// The path and the error. Then nothing has changed.
pub fn write_file_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let written = write_temporary(path, write).map_err(|error| named(path, error))?;
    let Some((beside, target)) = written else { return Ok(()) };
    beside.persist(target).map_err(|error| named(path, error.error))
}

/// Checks that files can be created in a folder, and removes the remains of interrupted writes.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    let checked = || {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let beside = entry.file_name().to_string_lossy().starts_with(TEMPORARY_PREFIX);
            if beside && entry.file_type()?.is_file() {
                fs::remove_file(entry.path())?;
            }
        }
        Builder::new().prefix(TEMPORARY_PREFIX).tempfile_in(folder)?.close()
    };
    checked().map_err(|error| named(folder, error))
}

/// The error with its path.
pub fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes a stream, or a temporary file, which is returned with its target. The temporary file is
/// removed when it is dropped without having been renamed.
fn write_temporary(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<Option<(TempPath, PathBuf)>> {
    let target = match resolve(path)? {
        Target::Stream(mut stream) => return write(&mut stream).map(|()| None),
        Target::Regular(target) => target,
    };
    let mut builder = Builder::new();
    builder.prefix(TEMPORARY_PREFIX);
    // The mode of a new file, from which the system subtracts the user's mask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = builder.tempfile_in(target.parent().unwrap_or(Path::new(".")))?;
    write(beside.as_file_mut())?;
    // A read-only file is not replaced, even in a writable folder.
    match OpenOptions::new().write(true).open(&target) {
        Ok(old) => beside.as_file().set_permissions(old.metadata()?.permissions())?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // Some file systems report a full disk only here.
    beside.as_file().sync_all()?;
    Ok(Some((beside.into_temp_path(), target)))
}

fn resolve(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() => Ok(Target::Stream(OpenOptions::new().write(true).open(path)?)),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => follow_links(path),
    }
}

/// Follows symbolic links, also to a target that does not exist.
fn follow_links(path: &Path) -> io::Result<Target> {
    let mut target = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let name = target.file_name().map(OsStr::to_os_string).ok_or(ErrorKind::InvalidFilename)?;
        let folder = match target.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder)?;
        target = folder.join(name);
        // A link such as /dev/stdout stands for a file that another program holds open.
        if folder.starts_with("/proc") {
            return Ok(Target::Stream(OpenOptions::new().write(true).open(target)?));
        }
        match fs::read_link(&target) {
            Ok(next) => target = folder.join(next),
            Err(_) => return Ok(Target::Regular(target)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}
