//! One small certificate with every bit flipped and with every shorter length: nothing untrue is
//! accepted, and the checker in `scripts/` gives the same verdicts.

use super::games::{game, proved, some_cases};
use super::mutants::Truths;
use super::random::Random;
use super::second::{both_agree, folder, has_python};
use super::written::{binary, gzip, text, verdict};
use crate::common::sample;
use crate::common::searching::on_a_large_stack;

/// The forms of a certificate of the empty board 1x2, Black to move and White to move.
fn forms() -> [(&'static str, Vec<u8>); 3] {
    let game = game("1x2", "kee2020", &[]);
    let proof = proved(&game, &some_cases(&game, &mut Random::new("small"), 2));
    let bytes = binary(&proof.header, &proof.steps).unwrap();
    [("text", text(&proof.header, &proof.steps)), ("gzip", gzip(&bytes)), ("binary", bytes)]
}

/// The number of altered files that are verified, all of which must state what is true.
fn accepted(altered: &[Vec<u8>]) -> usize {
    on_a_large_stack(|| {
        let mut truths = Truths::default();
        let verdicts = altered.iter().filter_map(|bytes| Some((bytes, verdict(bytes).ok()?)));
        verdicts.map(|(bytes, verified)| truths.check(&verified, bytes).unwrap()).count()
    })
}

fn both_checkers_agree(name: &str, altered: &[Vec<u8>]) {
    if !has_python() {
        return;
    }
    let folder = folder(name);
    let write = |(number, bytes): (usize, &Vec<u8>)| {
        let name = number.to_string();
        std::fs::write(folder.join(&name), bytes).unwrap();
        name
    };
    let names: Vec<String> = altered.iter().enumerate().map(write).collect();
    let (verified, refused) = both_agree(&folder, &names);
    println!("{name}: both checkers verify {verified} files and refuse {refused}");
}

#[test]
fn every_length_is_too_short() {
    for (form, bytes) in forms() {
        let cut: Vec<Vec<u8>> = (0..bytes.len())
            .filter(|length| sample::takes(form, *length) || length + 1 == bytes.len())
            .map(|length| bytes[..length].to_vec())
            .collect();
        // A text may lack its last line feed.
        assert_eq!(accepted(&cut), usize::from(form == "text"), "{form}");
        both_checkers_agree(&format!("lengths of {form}"), &cut);
    }
}

#[test]
fn every_bit_counts_or_says_nothing_untrue() {
    for (form, bytes) in forms() {
        let flipped: Vec<Vec<u8>> = (0..8 * bytes.len())
            .filter(|bit| sample::takes(form, *bit))
            .map(|bit| {
                let mut bytes = bytes.clone();
                bytes[bit / 8] ^= 1 << (bit % 8);
                bytes
            })
            .collect();
        let accepted = accepted(&flipped);
        println!("{form}: {} bits, {accepted} of them do no harm", flipped.len());
        assert!(accepted * 5 < flipped.len() || !sample::is_whole());
        let some: Vec<Vec<u8>> = flipped.into_iter().step_by(if form == "text" { 4 } else { 1 }).collect();
        both_checkers_agree(&format!("bits of {form}"), &some);
    }
}

#[test]
fn what_two_readers_might_take_for_the_same_is_refused() {
    let [(_, text), ..] = forms();
    let text = String::from_utf8(text).unwrap();
    let altered = [
        // A reference to the lemma of the opposite number; needless signs, zeros, denominators;
        // other spaces.
        ("play B1 lemma 11 ", "play B1 lemma -11 "),
        ("lemma 2 ", "lemma +2 "),
        ("lemma 2 ", "lemma 02 "),
        ("lemma 2 ", "lemma\t2 "),
        ("lemma 2 ", "lemma\u{a0}2 "),
        ("end\n", "end\r\n"),
        (" 0 >=", " -0 >="),
        (" >= 2\n", " >= 2/1\n"),
        (" >= 2\n", " >= 4/2\n"),
        (" >= 2\n", " >= +2\n"),
        (" >= 2\n", " => 2\n"),
        (" hx\n", " xh\n"),
        (" hx\n", " hxx\n"),
        ("board 1x2", "board 01x2"),
        ("board 1x2", "board 1X2"),
        ("play B1", "play b1"),
        ("play B1", "play B01"),
        (" black ", " Black "),
    ];
    let of = |(old, new): &(&str, &str)| {
        assert!(text.contains(old), "{old:?}\n{text}");
        text.replace(old, new).into_bytes()
    };
    let altered: Vec<Vec<u8>> = altered.iter().map(of).collect();
    assert_eq!(accepted(&altered), 0);
    both_checkers_agree("the same and yet not", &altered);
}

#[test]
fn nothing_may_come_behind_the_end() {
    let behind =
        [&[0][..], &[10], &[35, 10], &[35, 255, 10], &[31], &[31, 139], &gzip(&[]), &[0, 0], b"end\n", b" "];
    for (form, bytes) in forms() {
        let longer: Vec<Vec<u8>> = behind.iter().map(|more| [&bytes, *more].concat()).collect();
        // Empty lines and comments say nothing; nor does another file that gzip has made of
        // nothing.
        let harmless =
            [("text", 3), ("gzip", 1), ("binary", 0)].iter().find(|(name, _)| *name == form).unwrap().1;
        assert_eq!(accepted(&longer), harmless, "{form}");
        both_checkers_agree(&format!("more than {form}"), &longer);
    }
}
