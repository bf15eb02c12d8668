//! Files that are far larger than they look, or ask for far more than they hold: one line, in bounded memory.
//!
//! The program itself reads them, with a limit on what it holds and with a limit of the system on all of its memory,
//! which would end it. In a longer run the files expand to 1 GiB.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use superko_certificate::file;
use superko_certificate::format::{
    Asks, Claim, Class, Fact, Header, Key, Lift, Map, Outcome, PASS, Play, Read, Reference, Relation, Rules,
    Statement, Step, Stones, Suicide,
};

/// The memory that the lemmas may take, and all that the system grants to the program, in KiB.
const HELD: &str = "16M";
const GRANTED: u32 = 400_000;

/// How long a file may take that does not expand to more than a few megabytes.
const PATIENCE: Duration = Duration::from_secs(20);

/// The size to which the other files expand, in bytes.
fn size() -> usize {
    if crate::cases(0) == 0 { 64 << 20 } else { 1 << 30 }
}

fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bombs");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// A compressed file: a beginning, the same bytes over and over, and an end.
fn bomb(name: &str, size: usize, head: &[u8], repeated: &[u8], tail: &[u8]) -> PathBuf {
    let path = path(name);
    let mut packed = GzEncoder::new(fs::File::create(&path).unwrap(), Compression::new(1));
    packed.write_all(head).unwrap();
    let block = repeated.repeat((1 << 20) / repeated.len());
    for _ in 0..size / block.len() {
        packed.write_all(&block).unwrap();
    }
    packed.write_all(tail).unwrap();
    packed.finish().unwrap();
    path
}

/// The last line of what the program prints about a file, which is its verdict.
fn last_line(path: &PathBuf) -> String {
    let started = Instant::now();
    let script = format!("ulimit -v {GRANTED}; exec \"$0\" --memory {HELD} \"$1\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_superko-check")])
        .arg(path)
        .output()
        .expect("the system has a shell");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let last = text.lines().last().unwrap_or_default().to_string();
    println!("{}: {:.1?}: {last}", path.file_name().unwrap().to_string_lossy(), started.elapsed());
    let is_verdict = last.starts_with("s ") || last.contains(": not a certificate: ");
    assert!(is_verdict && last.len() < 300, "{}: {last:?}", path.display());
    last
}

const TEXT: &str =
    "superko certificate 1\nboard 1x2\nrules psk\noption suicide forbidden\noption scoring area\n";
const LEMMA: &str = "lemma 1 X. black 1 >= 2\n";

fn binary(rules: &str, steps: &[u8]) -> Vec<u8> {
    let options = "option suicide forbidden\noption scoring area\n";
    let header = format!("superko certificate 1 binary\nboard 1x2\nrules {rules}\n{options}data\n");
    [header.as_bytes(), steps].concat()
}

/// A number larger than any that a file can mean.
const MANY: [u8; 9] = [255, 255, 255, 255, 255, 255, 255, 255, 63];

#[test]
fn what_expands_without_end_is_refused() {
    let cases: [(&str, Vec<u8>, &[u8]); 13] = [
        ("spaces", Vec::new(), b" "),
        ("line feeds", Vec::new(), b"\n"),
        ("zeros", Vec::new(), &[0]),
        ("comments", TEXT.into(), b"#\n"),
        ("options", TEXT.into(), b"option suicide forbidden\n"),
        ("reads in lines", [TEXT, LEMMA].concat().into(), b"reads -stood:.X +stood:X.\n"),
        ("plays in lines", [TEXT, LEMMA, "  reads\n"].concat().into(), b"play pass end\n"),
        ("a word", [TEXT, LEMMA].concat().into(), b"reads"),
        // A lemma with its reads, a theorem with its moves, a closed set, a lemma with its plays.
        ("reads in bytes", binary("psk", &[&[2, 1, 2, 0, 4], &MANY[..]].concat()), &[0, 0, 0]),
        ("moves in bytes", binary("simple-ko", &[&[1, 0, 0], &MANY[..]].concat()), &[255]),
        ("closed set", binary("simple-ko", &[&[4], &MANY[..]].concat()), &[1, 2, 0, 4]),
        ("plays in bytes", binary("psk", &[&[3, 1, 2, 0, 4], &MANY[..]].concat()), &[255, 0]),
        ("lemmas", binary("psk", &[]), &[3, 1, 2, 0, 4, 1, 255, 0]),
    ];
    for (name, head, repeated) in cases {
        let last = last_line(&bomb(name, size(), &head, repeated, &[]));
        assert_eq!(last.starts_with("s NOT VERIFIED"), !head.is_empty(), "{last}");
    }
}

#[test]
fn what_is_right_over_and_over_is_right() {
    // Lemma 1: Black passes on X. after a pass, for 2. A theorem says the same after one pass of White, many
    // times over.
    let lemma = [3, 1, 2, 0, 4, 1, 255, 0];
    let theorem = [1, 1, 1, 1, 255, 0, 0, 4, 6, 2];
    let path = bomb("theorems", size() / 16, &binary("psk", &lemma), &theorem, &[0]);
    assert_eq!(last_line(&path), "s VERIFIED 1x2 psk: value at least 2");
}

fn lemma(stones: Stones, mover: u8, claim: Claim, reads: Option<Vec<Read>>, plays: Vec<Play>) -> Step {
    Step::Lemma(Statement { key: Key { stones, mover, phase: 0 }, claim }, reads, plays)
}

fn play(mv: u8, outcome: Outcome) -> Play {
    Play { mv, outcome }
}

fn by_first(map: u16) -> Outcome {
    Outcome::Lemma(Reference { lemma: 1, map: Map { symmetry: map, exchanges: false }, last: false })
}

#[test]
fn a_lemma_with_many_reads_cannot_be_multiplied() {
    // 32 suicides lead to the same position, about which there is a lemma of very many reads.
    let header = Header::of_ruleset(8, 8, Rules::Psk, Suicide::Allowed, Lift::Stands);
    let white = 0x55aa_55aa_55aa_55aa_u64;
    let claim = Claim { relation: Relation::AtMost, p: 64, q: 1 };
    let read = |number| Read { fact: Fact::of(Class::Stood, None, [number, 0, 0]), asks: Asks::Absent };
    let life = play(PASS, Outcome::Life);
    let suicides = (0..64).filter(|point| white >> point & 1 == 0).map(|point| play(point, by_first(0)));
    let steps = [
        lemma([0, white, 0], 1, claim, Some((1..250_000).map(read).collect()), vec![life]),
        lemma([0, white, 0], 0, claim, None, suicides.chain([life]).collect()),
        Step::End,
    ];
    let path = path("multiplied");
    file::write(&header, &steps, fs::File::create(&path).unwrap()).unwrap();
    assert!(last_line(&path).starts_with("s NOT VERIFIED"));
}

#[test]
fn many_reads_of_one_fact_are_soon_put_in_order() {
    // Lemma 1: Black passes on .O a second time. Its reads are means of very many different scores, and the
    // second lemma takes all of them back.
    let header = Header::of_ruleset(1, 2, Rules::Kee2009, Suicide::Forbidden, Lift::Stands);
    let claim = Claim { relation: Relation::AtLeast, p: -2, q: 1 };
    let fact = Fact::of(Class::Passed, Some(0), [0, 2, 0]);
    let mean = |q| Read { fact, asks: Asks::Mean(Claim { p: 1, q, ..claim }) };
    let margin = |q| Read { fact, asks: Asks::Margin { p: 1, q, k: -5 } };
    let reads =
        (1..80_000).map(mean).chain((1..40_000).map(margin)).chain([Read { fact, asks: Asks::Present }]);
    let second = [play(0, by_first(4)), play(1, by_first(0)), play(PASS, Outcome::Stop(0))];
    let steps = [
        lemma([0, 2, 0], 0, claim, Some(reads.collect()), vec![play(PASS, Outcome::Stop(0))]),
        lemma([0, 0, 0], 1, claim, None, second.to_vec()),
        Step::End,
    ];
    let path = path("means");
    file::write(&header, &steps, fs::File::create(&path).unwrap()).unwrap();
    let started = Instant::now();
    assert!(last_line(&path).ends_with("no theorem: this proves nothing"));
    assert!(started.elapsed() < PATIENCE);
}
