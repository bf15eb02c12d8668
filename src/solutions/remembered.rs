//! What a check has verified before, in a file, so that it need not be verified again.
//!
//! Each line is the SHA-256 sum of a comparison that was made and found right. The sum is over all that decides what comes of it:
//! the bytes of the certificate, the kind and the path, the number of lemmas that the manifest gives, and what the result says, as a
//! text ([`super::product::Product::compared`]): the game, clause by clause, and each state with its value. The parts are summed
//! with their lengths before them, so no two comparisons have the same bytes.
//!
//! # Why what is remembered need not be verified again
//!
//! A comparison reads nothing but what the sum is over, and its limits are always the same, so the same checker comes to the same
//! of it. A line is added only for one that was found right, of the same bytes in memory that were compared. So as long as no two
//! inputs with one sum are known, a line says that this certificate was verified and proves what this result says; whatever is
//! changed in either, or in the rules, has another sum and is compared.
//!
//! This holds for one checker. Another one may refuse what a former one has accepted, so a file is to be used with the sources that
//! it began with: `certificate/`, and of this room `statement.rs`, `bounded.rs`, `results.rs` and this file. No line says of which
//! sources it is; whoever keeps the file keeps one for each sum of them. Whoever can write the file can have anything taken for
//! verified, as whoever can write the program can.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::files::write_file;
use crate::sums::Summed;

/// The length of a sum as a text.
const DIGITS: usize = 64;

/// More than a file is ever long: a million lines.
const MOST_BYTES: u64 = 1_000_000 * (DIGITS as u64 + 1);

/// What was verified before, and since.
#[derive(Debug)]
pub struct Remembered {
    path: PathBuf,
    before: BTreeSet<String>,
    since: BTreeSet<String>,
}

/// The sum of some texts and a certificate.
pub fn sum_of(texts: &[&[u8]], certificate: &[u8]) -> String {
    let mut summed = Summed::default();
    for part in texts.iter().chain([&certificate]) {
        summed.add(&(part.len() as u64).to_le_bytes());
        summed.add(part);
    }
    summed.sum()
}

impl Remembered {
    /// Reads a file; one that is not there is empty, and is made, so that what cannot be written is known before the work begins.
    ///
    /// # Errors
    /// The path, and why it cannot be used.
    pub fn of(path: &Path) -> Result<Remembered, String> {
        let mut remembered =
            Remembered { path: path.to_path_buf(), before: BTreeSet::new(), since: BTreeSet::new() };
        remembered.before = remembered.read()?;
        remembered.write()?;
        Ok(remembered)
    }

    /// Whether it was verified before. What was verified since does not count, so that each of two equal certificates is.
    pub fn has(&self, sum: &str) -> bool {
        self.before.contains(sum)
    }

    /// Adds what was verified.
    pub fn add(&mut self, sum: String) {
        self.since.insert(sum);
    }

    /// Writes the file anew, with what others have added to it meanwhile.
    ///
    /// # Errors
    /// The path, and why not.
    pub fn keep(&self) -> Result<(), String> {
        let meanwhile = self.read()?;
        if self.since.is_subset(&meanwhile) {
            return Ok(());
        }
        Remembered { path: self.path.clone(), before: meanwhile, since: self.since.clone() }.write()
    }

    fn read(&self) -> Result<BTreeSet<String>, String> {
        let named = |why: String| format!("{}: {why}", self.path.display());
        let expected = |found: &str| named(format!("{found}, expected a file that a check has written"));
        match fs::metadata(&self.path) {
            Ok(found) if !found.is_file() => return Err(expected("not a regular file")),
            Ok(found) if found.len() > MOST_BYTES => return Err(expected("too long")),
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
        for (place, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            match line.strip_suffix(b"\n").filter(|line| is_sum(line)) {
                Some(line) => sums.insert(String::from_utf8_lossy(line).into_owned()),
                None => return Err(expected(&format!("line {} is no SHA-256 sum", place + 1))),
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

    #[test]
    fn a_sum_depends_on_where_the_parts_end() {
        let parts: [(&[&[u8]], &[u8]); 4] =
            [(&[b"ab", b"c"], b"d"), (&[b"a", b"bc"], b"d"), (&[b"abc"], b"d"), (&[b"ab"], b"cd")];
        let sums: BTreeSet<String> =
            parts.iter().map(|(texts, certificate)| sum_of(texts, certificate)).collect();
        assert_eq!(sums.len(), parts.len());
    }

    #[test]
    fn what_two_add_at_once_is_kept_and_what_is_no_list_of_sums_refused() {
        let folder = std::env::temp_dir().join(format!("superko-remembered-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        let path = folder.join("verified");
        let [mut one, mut other] = [(); 2].map(|()| Remembered::of(&path).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"");
        let [a, b] = [b"a", b"b"].map(|text| sum_of(&[], text));
        one.add(a.clone());
        other.add(b.clone());
        assert!(!one.has(&a));
        one.keep().unwrap();
        other.keep().unwrap();
        let both = Remembered::of(&path).unwrap();
        assert!(both.has(&a) && both.has(&b) && !both.has("c"));
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
            let why = Remembered::of(&path).unwrap_err();
            assert_eq!(
                why,
                format!("{}: {expected}, expected a file that a check has written", path.display())
            );
            assert_eq!(fs::read(&path).unwrap(), text.as_bytes());
        }
        assert!(Remembered::of(&folder).unwrap_err().contains("not a regular file"));
        assert!(
            Remembered::of(&path.join("below")).is_err()
                && Remembered::of(&folder.join("not/there")).is_err()
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
