//! The reader on files that no one would write: lines of the words of the format, and pieces of
//! real certificates put together.
//!
//! On any bytes the fuzz target of certificates holds, and what is verified is true.

use std::io::Cursor;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use superko_certificate::kinds::Verified;
use superko_certificate::render::render;
use superko_certificate::verify::verify;

use super::alter::Draft;
use super::games::{game, proved, some_cases};
use super::kinds::bases;
use super::mutants::Truths;
use super::random::Random;
use super::written::binary;
use crate::common::sample;
use crate::common::searching::on_a_large_stack;

#[path = "../../../../../fuzz/src/certificate.rs"]
mod target;

/// Inputs of each kind.
const INPUTS: usize = 2_000;

/// Has the checker decide on bytes drawn in some way; how many it has verified.
fn decide(drawn: impl Strategy<Value = Vec<u8>>) -> usize {
    let config =
        Config { cases: super::cases(INPUTS) as u32, failure_persistence: None, ..Config::default() };
    let seed: Vec<u8> = super::seed().to_le_bytes().repeat(4);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let verified = std::cell::Cell::new(0);
    let truths = std::cell::RefCell::new(Truths::default());
    let decided = TestRunner::new_with_rng(config, rng).run(&drawn, |bytes| {
        if let Some(Verified::Lemmas(found)) = target::verdict(&bytes) {
            verified.set(verified.get() + 1);
            truths.borrow_mut().check(&found, &bytes).map_err(TestCaseError::fail)?;
        }
        Ok(())
    });
    decided.unwrap_or_else(|error| panic!("{error}"));
    println!("{} inputs, {} of them verified", super::cases(INPUTS), verified.get());
    verified.get()
}

fn header(rules: &str) -> String {
    if rules == "clauses" {
        let clauses = "clause bars passed-situation, initialised-twice\nclause passes-in-a-row 2\nclause draw-at-occurrence 3\n";
        return format!("superko certificate 2\nboard 1x2\nrules a name\n{clauses}");
    }
    let lift = if ["spight", "kee2009", "kee2020"].contains(&rules) { "option lift stands\n" } else { "" };
    format!(
        "superko certificate 1\nboard 1x2\nrules {rules}\noption suicide allowed\noption scoring area\n{lift}"
    )
}

const RULES: [&str; 5] = ["simple-ko", "ssk", "spight", "kee2009", "clauses"];

/// The words of the text form.
const WORDS: [&str; 76] = [
    "clause",
    "bars",
    "graph",
    "edges",
    "map",
    "A1-B1",
    "second-pass",
    "player",
    "none",
    "-stood:X.:white:.O",
    "lemma",
    "reads",
    "play",
    "closed",
    "proof",
    "theorem",
    "end",
    "stop",
    "life",
    "barred",
    "last",
    "after",
    "by",
    "or-no-end",
    "board",
    "rules",
    "option",
    "suicide",
    "superko",
    "data",
    "#",
    "",
    "1x2",
    "psk",
    "..",
    "X.",
    ".X",
    "O.",
    ".O",
    "XO",
    "X",
    "black",
    "white",
    "0",
    "1",
    "2",
    "3",
    "4",
    "-1",
    "-2",
    "1/2",
    "2/4",
    "99999999999999999999",
    "1073741824",
    ">=",
    ">",
    "<",
    "<=",
    "A1",
    "B1",
    "C1",
    "pass",
    "A1,pass",
    "=",
    "x",
    "h",
    "hx",
    "t",
    "-stood:X.",
    "+stood:..:black",
    "-passed:X.:white",
    "+undone:..",
    "-initialised:..:black",
    "mean:passed:X.:white:<=1/2",
    "margin:passed:..:black:-1/2:3",
    "stood:.X",
];

/// Lines as the grammar has them, with any words of the right kind.
fn line() -> impl Strategy<Value = String> {
    let of = |words: &'static [&'static str]| select(words);
    let position = || of(&["..", "X.", ".X", "O.", ".O", "XX", "XO"]);
    let player = || of(&["black", "white"]);
    let claim = || of(&[">= 2", ">= -2", "<= 2", "<= -2", "<= 0", ">= 0", "> -2", "< 2", ">= 1/2"]);
    let mv = || of(&["A1", "B1", "pass"]);
    let reference = || {
        (of(&["lemma", "last"]), 0..4u8, of(&["=", "h", "x", "hx"]))
            .prop_map(|(how, number, map)| format!("{how} {number} {map}"))
    };
    let outcome = prop_oneof![
        3 => of(&["end", "stop", "stop 1", "stop 2", "stop lemma 1 =", "life", "barred stood:X.", "barred stood:.O:white"]).prop_map(str::to_string),
        2 => reference(),
    ];
    let read =
        of(&["-stood:.X", "+stood:X.", "-stood:..:white", "+passed:X.:black", "mean:passed:.X:black:>=2"]);
    prop_oneof![
        3 => (1..4u8, position(), player(), 0..2u8, claim())
            .prop_map(|(number, stones, player, phase, claim)| format!("lemma {number} {stones} {player} {phase} {claim}")),
        4 => (mv(), outcome).prop_map(|(mv, outcome)| format!("play {mv} {outcome}")),
        1 => vec(read, 0..3).prop_map(|reads| format!("reads {}", reads.join(" "))),
        1 => (1..3u8).prop_map(|number| format!("closed {number}")),
        1 => (1..4u8).prop_map(|number| format!("proof {number}")),
        1 => (position(), player(), claim(), reference())
            .prop_map(|(stones, player, claim, by)| format!("theorem {stones} {player} after pass {claim} by {by}")),
        1 => vec(select(&WORDS[..]), 0..8).prop_map(|words| words.join(" ")),
    ]
}

#[test]
fn lines_of_words() {
    let lines = || vec(line(), 0..12).prop_map(|lines| lines.join("\n"));
    // A beginning that is right, now and then, and an end.
    let first = select(vec![
        "",
        "lemma 1 X. black 1 >= 2\nplay pass end\n",
        "lemma 1 O. white 1 <= -2\nplay pass end\n",
    ]);
    let last = select(vec!["\nend\n", "\nend", "", "\ntheorem X. white after pass >= 2 by lemma 1 =\nend\n"]);
    let all = (select(&RULES[..]), first, lines(), last)
        .prop_map(|(rules, first, lines, last)| [&header(rules), first, &lines, last].concat().into_bytes());
    assert!(decide(all) > 0 || !sample::is_whole());
}

/// A place in a file: anywhere, or, as often, the beginning of a line.
fn place(bytes: &[u8], at: u16) -> usize {
    let at = usize::from(at) % (bytes.len() + 1);
    let line = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    if at.is_multiple_of(2) { at } else { line }
}

#[test]
fn pieces_of_certificates() {
    let bases =
        ["simple-ko", "ssk", "kee2009"].into_iter().flat_map(|ruleset| bases(ruleset).into_iter().take(3));
    let originals: Vec<Vec<u8>> = bases.flat_map(|base| base.originals).collect();
    let places = || any::<(u16, u16)>();
    let pieces = vec((select(originals.clone()), places()), 1..5).prop_map(|pieces| {
        let piece = |(bytes, (from, to)): &(Vec<u8>, (u16, u16))| {
            let (from, to) = (place(bytes, *from), place(bytes, *to));
            bytes[from.min(to)..from.max(to)].to_vec()
        };
        pieces.iter().map(piece).collect::<Vec<_>>().concat()
    });
    // One file in which a piece is left out, or stands twice.
    let mended = (select(originals), places()).prop_map(|(bytes, (from, to))| {
        let (from, to) = (place(&bytes, from), place(&bytes, to));
        [&bytes[..from], &bytes[to..]].concat()
    });
    on_a_large_stack(|| assert!(decide(prop_oneof![pieces, mended]) > 0));
}

#[test]
fn a_certificate_that_needs_more_than_is_granted_is_refused() {
    for bytes in &bases("kee2009").last().expect("there are some").originals {
        let verdict = |memory| verify(Cursor::new(bytes.clone()), memory);
        assert!(verdict(1 << 20).is_ok());
        for memory in [0, 1, 1_000, 5_000] {
            let refused = verdict(memory).unwrap_err();
            assert!(refused.why.ends_with(&format!("more than {memory} bytes")), "{}", refused.why);
            assert!(render(Cursor::new(bytes.clone()), std::io::sink(), memory).is_err());
        }
    }
}

/// The least memory with which a certificate is verified.
fn least_memory(bytes: &[u8]) -> usize {
    let (mut low, mut high) = (0, 1 << 24);
    while low < high {
        let middle = (low + high) / 2;
        match verify(Cursor::new(bytes.to_vec()), middle) {
            Ok(_) => high = middle,
            Err(_) => low = middle + 1,
        }
    }
    low
}

#[test]
fn marks_of_last_references_save_memory() {
    let game = game("2x3", "psk", &[]);
    let proof = proved(&game, &some_cases(&game, &mut Random::new("memory"), 60));
    let mut unmarked = Draft { header: proof.header.clone(), steps: proof.steps.clone() };
    unmarked.references().for_each(|reference| reference.last = false);
    let [with, without] = [&proof.steps, &unmarked.steps]
        .map(|steps| least_memory(&binary(&proof.header, steps).expect("no closed sets")));
    println!("a certificate of {} steps needs {with} bytes, {without} without marks", proof.steps.len());
    assert!(2 * with < without);
}
