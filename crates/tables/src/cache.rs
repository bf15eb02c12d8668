//! What is left of earlier work on a folder, for later work to take over: what an interruption has
//! left, shares of the work that were done on several machines, and the certificates that a check
//! has verified.
//!
//! An interruption leaves a folder beside the one that was being made, whose name ends with
//! `.unfinished`. It has the results and certificates that were finished, with a manifest and sums,
//! and no pages. The next `solve tables --keep` takes them over, and the folder is removed when the
//! one beside it has been written. A share has the same form, and both must have had the same limit
//! of nodes under the same rulesets.
//!
//! # Verified certificates
//!
//! A check writes what it has verified into a file, so that it need not be verified again. Each
//! line is the SHA-256 sum of a comparison that was made and found right. The sum is over all that
//! decides its outcome: the bytes of the certificate, the kind and the path, the number of lemmas
//! that the manifest gives, and what the result says, as a text
//! ([`super::results::Product::compared`]): the game, clause by clause, and each state with its
//! value. The parts are summed with their lengths before them, so no two comparisons have the same
//! bytes.
//!
//! ## Why what is remembered need not be verified again
//!
//! A comparison reads nothing but what the sum is over, and its limits are always the same, so the
//! same checker comes to the same outcome. A line is added only for one that was found right, of
//! the same bytes in memory that were compared. So as long as no two inputs with one sum are known,
//! a line says that this certificate was verified and proves what this result says; whatever is
//! changed in either, or in the rules, has another sum and is compared.
//!
//! This holds for one checker. Another one may refuse what a former one has accepted, so a file is
//! to be used with the sources that it began with: `certificate/`, and of this room `statement.rs`,
//! `bounded.rs`, `results.rs` and this file. No line says of which sources it is; whoever keeps the
//! file keeps one for each sum of them. Whoever can write the file can have anything taken for
//! verified, as whoever can write the program can.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::folder::{self, Files};
use super::kinds::{self, Solutions};
use super::rulesets::Rulesets;
use super::{build, manifest};
use superko_store::files::write_file;

// --- What an interruption has left ---

/// Path of the unfinished folder beside a folder.
pub fn unfinished_path(folder: &Path) -> PathBuf {
    let mut name = folder.as_os_str().to_os_string();
    while name.len() > 1 && name.to_string_lossy().ends_with('/') {
        name = name.to_string_lossy().trim_end_matches('/').into();
    }
    name.push(".unfinished");
    PathBuf::from(name)
}

/// Results that an interruption has left under the same limit of nodes and the same rulesets, if
/// they can be read.
pub fn read_unfinished(folder: &Path, budget: u64, rulesets: &Rulesets) -> Option<Solutions> {
    let files = own(&unfinished_path(folder))?;
    let left = build::read(&files).ok()?;
    (left.budget == budget && left.rulesets == *rulesets).then_some(left)
}

/// Writes the finished results, together with those of earlier interruptions under the same limit
/// of nodes and rulesets.
///
/// # Errors
/// The folder has files of the user's, or a file cannot be written.
pub fn write_unfinished(folder: &Path, solutions: &Solutions) -> io::Result<()> {
    let beside = unfinished_path(folder);
    let Some(former) = own(&beside) else {
        return Err(io::Error::other(format!("{}: has other files than these", beside.display())));
    };
    let Solutions { budget, rulesets, .. } = solutions;
    let left = read_unfinished(folder, *budget, rulesets);
    let mut all = left.unwrap_or_else(|| kinds::none(*budget, rulesets.clone()));
    all.kinds.take_over(&solutions.kinds);
    folder::write(&beside, &build::unfinished_files(&all), &former)
}

/// Removes the unfinished folder, unless it has other files.
pub fn remove_unfinished(folder: &Path) -> io::Result<()> {
    let beside = unfinished_path(folder);
    match own(&beside) {
        Some(files) if !files.is_empty() => fs::remove_dir_all(&beside),
        _ => Ok(()),
    }
}

/// The files of a folder that this program has written; none if there is no folder. `None` if it
/// has others as well.
fn own(folder: &Path) -> Option<Files> {
    if !folder.exists() {
        return Some(Files::new());
    }
    let files = folder::read(folder).ok()?;
    let own = manifest::own(&files);
    (own.len() == files.len()).then_some(own)
}

// --- Shares ---

/// Takes over the results of a share, or of any folder, which must have had the same limit of nodes
/// and rulesets.
///
/// # Errors
/// Error in the files.
pub fn take_over_share(all: &mut Solutions, share: &Files) -> Result<(), String> {
    let share = build::read(share).map_err(|faults| faults.join("; "))?;
    let Solutions { budget, rulesets, kinds } = share;
    if budget != all.budget {
        return Err(format!("its results had a limit of {budget} nodes, expected {}", all.budget));
    }
    if rulesets != all.rulesets {
        let named = |rulesets: &Rulesets| match rulesets.names() {
            names if names.is_empty() => "the rulesets of the catalogue".to_string(),
            names => names.join(", "),
        };
        return Err(format!("it has tables of {}, expected {}", named(&rulesets), named(&all.rulesets)));
    }
    all.kinds.take_over(&kinds);
    Ok(())
}

// --- Verified certificates ---

/// Length of a sum as text.
const DIGITS: usize = 64;

/// Maximum length of a file: a million lines.
const MAX_BYTES: u64 = 1_000_000 * (DIGITS as u64 + 1);

/// Sums of the comparisons that were verified before a check, and in it.
#[derive(Debug)]
pub struct VerifiedSums {
    path: PathBuf,
    before: BTreeSet<String>,
    since: BTreeSet<String>,
}

impl VerifiedSums {
    /// Reads a file, or makes an empty one, so that a path that cannot be written is known before
    /// the work begins.
    ///
    /// # Errors
    /// The path, and why it cannot be used.
    pub fn of(path: &Path) -> Result<VerifiedSums, String> {
        let mut remembered =
            VerifiedSums { path: path.to_path_buf(), before: BTreeSet::new(), since: BTreeSet::new() };
        remembered.before = remembered.read()?;
        remembered.write()?;
        Ok(remembered)
    }

    /// Sums that were verified before. What was verified since does not count, so that each of two
    /// equal certificates is.
    pub fn before(&self) -> &BTreeSet<String> {
        &self.before
    }

    /// Adds the sum of a verified comparison.
    pub fn add(&mut self, sum: String) {
        self.since.insert(sum);
    }

    /// Writes the file again, with what others have added to it meanwhile.
    ///
    /// # Errors
    /// The path, and why not.
    pub fn keep(&self) -> Result<(), String> {
        let meanwhile = self.read()?;
        if self.since.is_subset(&meanwhile) {
            return Ok(());
        }
        VerifiedSums { path: self.path.clone(), before: meanwhile, since: self.since.clone() }.write()
    }

    fn read(&self) -> Result<BTreeSet<String>, String> {
        let named = |why: String| format!("{}: {why}", self.path.display());
        let expected = |found: &str| named(format!("{found}, expected a file that a check has written"));
        match fs::metadata(&self.path) {
            Ok(found) if !found.is_file() => return Err(expected("not a regular file")),
            Ok(found) if found.len() > MAX_BYTES => return Err(expected("too long")),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeSet::new()),
            Err(error) => return Err(named(error.to_string())),
            Ok(_) => {}
        }
        let bytes = fs::read(&self.path).map_err(|error| named(error.to_string()))?;
        let is_sum = |line: &[u8]| {
            line.len() == DIGITS
                && line.iter().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte))
        };
        let mut sums = BTreeSet::new();
        for (index, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            match line.strip_suffix(b"\n").filter(|line| is_sum(line)) {
                Some(line) => sums.insert(String::from_utf8_lossy(line).into_owned()),
                None => return Err(expected(&format!("line {} is no SHA-256 sum", index + 1))),
            };
        }
        Ok(sums)
    }

    fn write(&self) -> Result<(), String> {
        let lines: String = self.before.union(&self.since).map(|sum| format!("{sum}\n")).collect();
        write_file(&self.path, lines.as_bytes()).map_err(|error: io::Error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_store::sums::sum;

    #[test]
    fn what_two_add_at_once_is_kept_and_what_is_no_list_of_sums_refused() {
        let folder = std::env::temp_dir().join(format!("superko-remembered-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let path = folder.join("verified");
        let [mut one, mut other] = [(); 2].map(|()| VerifiedSums::of(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"");
        let [a, b] = [b"a", b"b"].map(sum);
        one.add(a.clone());
        other.add(b.clone());
        assert!(!one.before().contains(&a));
        one.keep().unwrap();
        other.keep().unwrap();
        let both = VerifiedSums::of(&path).unwrap();
        assert!(both.before().iter().eq([&a, &b].into_iter().collect::<BTreeSet<_>>()));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);

        let long = format!("{a}\n{b}");
        for (text, expected) in [
            ("\n", "line 1 is no SHA-256 sum"),
            (&long, "line 2 is no SHA-256 sum"),
            (&format!("{a}\n{}\n", &b[1..]), "line 2 is no SHA-256 sum"),
            (&format!("{}\n", a.to_uppercase()), "line 1 is no SHA-256 sum"),
            (&format!("{a}\r\n"), "line 1 is no SHA-256 sum"),
            ("ü", "line 1 is no SHA-256 sum"),
        ] {
            fs::write(&path, text).unwrap();
            let why = VerifiedSums::of(&path).unwrap_err();
            assert_eq!(
                why,
                format!("{}: {expected}, expected a file that a check has written", path.display())
            );
            assert_eq!(fs::read(&path).unwrap(), text.as_bytes());
        }
        assert!(VerifiedSums::of(&folder).unwrap_err().contains("not a regular file"));
        assert!(
            VerifiedSums::of(&path.join("below")).is_err()
                && VerifiedSums::of(&folder.join("not/there")).is_err()
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
