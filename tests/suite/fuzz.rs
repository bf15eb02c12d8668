//! The fuzz targets on a few inputs: files of the repository, those with drawn changes, and drawn
//! bytes. `SUPERKO_FUZZ_CASES` and `SUPERKO_FUZZ_SEED` draw more and others; `fuzz/` has the same
//! targets for libFuzzer.

use std::fs;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use fastrand::Rng;
use flate2::read::MultiGzDecoder;

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use crate::common::sample;
use targets::{TARGETS, Target};

/// The inputs of each kind.
const INPUTS: usize = 300;

/// The longest file that is changed.
const LONGEST: usize = 16 << 10;

/// A file, or all files of a folder, in order; what is compressed is not.
fn files(paths: &[&str]) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let inside = |path: &&str| -> Vec<PathBuf> {
        let Ok(folder) = fs::read_dir(root.join(path)) else { return vec![root.join(path)] };
        let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.is_file());
        files.sort();
        files
    };
    let read = |path: PathBuf| {
        let (bytes, mut plain) = (fs::read(path).unwrap(), Vec::new());
        match MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain) {
            Ok(_) => plain,
            Err(_) => bytes,
        }
    };
    let files: Vec<Vec<u8>> = paths.iter().flat_map(inside).map(read).collect();
    files.into_iter().filter(|bytes| bytes.len() <= LONGEST).collect()
}

/// A piece of bytes.
fn piece<'a>(bytes: &'a [u8], random: &mut Rng) -> &'a [u8] {
    let from = random.usize(..=bytes.len());
    &bytes[from..(from + random.usize(..24)).min(bytes.len())]
}

/// One of the files with one to four changes: a byte, a piece that is left out, or a piece of a
/// file that is put in.
fn changed(files: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut bytes = random.choice(files).expect("there are files").clone();
    for _ in 0..random.usize(1..=4) {
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(..24)).min(bytes.len());
        let other = random.choice(files).expect("there are files");
        match random.u8(..3) {
            0 => drop(bytes.splice(at..end.min(at + 1), [random.u8(..)])),
            1 => drop(bytes.drain(at..end)),
            _ => drop(bytes.splice(at..at, piece(other, random).iter().copied())),
        }
    }
    bytes
}

/// Runs a target on files, some of which it reads, on changed files, and on drawn bytes after a
/// piece of a file.
fn run(name: &str, files: &[Vec<u8>]) {
    let target: Target = TARGETS.iter().find(|(known, _)| *known == name).expect("there is such a target").1;
    let mut random = Rng::with_seed(sample::seed());
    let read = |bytes: &[u8]| {
        let read = catch_unwind(AssertUnwindSafe(|| target(bytes)));
        read.unwrap_or_else(|_| panic!("{name} panics on {}", bytes.escape_ascii()))
    };
    let whole = files.iter().filter(|bytes| read(bytes)).count();
    let (mut some, mut drawn) = (0, 0);
    for _ in 0..sample::cases(INPUTS) {
        some += usize::from(read(&changed(files, &mut random)));
        let noise: Vec<u8> = (0..random.usize(..40)).map(|_| random.u8(..)).collect();
        let begun = piece(random.choice(files).expect("there are files"), &mut random);
        drawn += usize::from(read(&[begun, &noise].concat()));
    }
    println!("{name}: {whole} of {} files were read, {some} changed ones, {drawn} drawn inputs", files.len());
    assert!(whole > 1 && (some > 0 || !sample::is_whole()), "{whole} {some}");
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[test]
fn boards() {
    let names =
        ["2x3", "8 x 8", "1×5", "path:4", "cycle:5", "star:6", "complete:7", "torus:2x3", "a b\nb c, c a"];
    run("board", &[texts(&names), files(&["tests/graphs"])].concat());
}

#[test]
fn certificates() {
    let paths =
        ["certificate/tests/true", "tests/bounded", "solutions/1x2", "solutions/2x2", "solutions/cycle-5"];
    run("certificate", &files(&paths));
}

#[test]
fn sessions() {
    run("gtp", &files(&["tests/gtp"]));
}

#[test]
fn positions() {
    run(
        "position",
        &texts(&[
            "2x3\nX.O/.XX",
            "1x5\n.XX.O\n",
            "3x3\nWhite to move\n\n  3  . X .\n  2  O .(X)\n  1  . . O\n     A B C\n",
            "cycle:5\nX.O..",
            "torus:2x3\nRG./.YV",
            "2x3\n1. B A1 2. W pass # a comment\n3. B C2",
            "star:4\nA1, pass, B1",
        ]),
    );
}

#[test]
fn rules_files() {
    run("rules", &files(&["crates/rules/src/documents", "docs/examples", "docs/examples/clauses"]));
}

#[test]
fn games() {
    run("sgf", &files(&["tests/sgf", "tests/gtp/komi.sgf"]));
}

/// Every target is a program of `fuzz/`.
#[test]
fn every_target_has_a_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
    for (name, _) in TARGETS {
        let program = fs::read_to_string(root.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("superko_fuzz::{name}(bytes)")), "{name}");
    }
}
