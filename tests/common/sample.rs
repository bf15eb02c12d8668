//! The part of what is exhaustive, or drawn at random in large numbers, that a run of the tests
//! looks at.
//!
//! `SUPERKO_SAMPLE=3/16` asks for the third of sixteen parts. Each case belongs to one part, by a
//! hash of its test and its number, so that the sixteen parts together are the whole, and none of
//! them always has the same symmetry or player. Without the variable a run looks at everything.

use std::sync::LazyLock;

/// A part, from 1 on, and the number of parts.
static PART: LazyLock<(u64, u64)> = LazyLock::new(|| match std::env::var("SUPERKO_SAMPLE") {
    Ok(text) => parse(&text).unwrap_or_else(|| panic!("SUPERKO_SAMPLE={text}: expected a part such as 3/16")),
    Err(_) => (1, 1),
});

fn parse(text: &str) -> Option<(u64, u64)> {
    let (part, of) = text.split_once('/')?;
    let (part, of) = (part.parse().ok()?, of.parse().ok()?);
    (1 <= part && part <= of && of <= 999).then_some((part, of))
}

/// The part to which a case belongs, from 1 on: FNV-1a over the name and the number, mixed once
/// more.
fn part_of(name: &str, number: usize, of: u64) -> u64 {
    let bytes = name.bytes().chain(number.to_le_bytes());
    let mut hash = bytes
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (hash >> 32) % of + 1
}

/// Whether this run looks at a case: its number among those of a test, or of a part of one that has
/// a name of its own.
pub fn takes(name: &str, number: usize) -> bool {
    let (part, of) = *PART;
    part_of(name, number, of) == part
}

/// The cases of a list at which this run looks.
pub fn part<T>(name: &str, cases: Vec<T>) -> Vec<T> {
    cases.into_iter().enumerate().filter(|(number, _)| takes(name, *number)).map(|(_, case)| case).collect()
}

/// The cases of a short list at which this run looks: one in `of`, so that as many parts in
/// succession see all of them.
pub fn one_in<T>(of: usize, cases: impl IntoIterator<Item = T>) -> Vec<T> {
    let turn = |number: usize| is_whole() || number % of == PART.0 as usize % of;
    cases.into_iter().enumerate().filter(|(number, _)| turn(*number)).map(|(_, case)| case).collect()
}

/// Whether this run looks at everything.
pub fn is_whole() -> bool {
    PART.1 == 1
}

/// Whether this run leaves out a slow test that is one case, which it then says: one part in sixteen
/// looks at it.
pub fn leaves_out(name: &str) -> bool {
    leaves_out_but(PART.1, name)
}

/// The same for a test of some seconds, at which one part in four looks. Not for a test that samples
/// its cases as well: no run would look at most of them.
pub fn leaves_out_three_of_four(name: &str) -> bool {
    leaves_out_but(PART.1.min(4), name)
}

/// Whether a test with one case, which belongs to one of `of` parts, is in another than this run's.
/// Of sixteen parts, 3, 7, 11 and 15 look at what is in part 3 of 4.
fn leaves_out_but(of: u64, name: &str) -> bool {
    let out = part_of(name, 0, of) != (PART.0 - 1) % of + 1;
    if out {
        println!("{name}: left out in this part of the sample");
    }
    out
}

/// The least number of cases of a test that must have been compared, where it is `floor` if all are
/// looked at. Parts differ in size, and in how many of their cases an engine gives up.
pub fn least(floor: usize) -> usize {
    if is_whole() { floor } else { floor / (4 * PART.1 as usize) }
}

/// The number of cases of a test that draws them at random, each part others:
/// `SUPERKO_FUZZ_CASES`, or the share of this part.
pub fn cases(usual: usize) -> usize {
    let given = std::env::var("SUPERKO_FUZZ_CASES").ok();
    given.map_or(usual.div_ceil(PART.1 as usize), |given| {
        given.parse().expect("SUPERKO_FUZZ_CASES is a number")
    })
}

/// The seed of what is drawn: `SUPERKO_FUZZ_SEED`, or the number of this part.
pub fn seed() -> u64 {
    let given = std::env::var("SUPERKO_FUZZ_SEED").ok();
    given.map_or(PART.0, |given| given.parse().expect("SUPERKO_FUZZ_SEED is a number"))
}

#[test]
fn every_case_is_in_one_part_and_the_parts_are_even() {
    for name in ["2x2 psk", "1x6 nssk [\"allowed\"]", "mutants"] {
        let mut sizes = [0; 16];
        for number in 0..1600 {
            sizes[part_of(name, number, 16) as usize - 1] += 1;
        }
        assert!(sizes.iter().all(|size| (60..150).contains(size)), "{name}: {sizes:?}");
        // Cases that alternate are in all parts.
        let even = (0..1600).step_by(2).filter(|number| part_of(name, *number, 16) == 1).count();
        assert!((20..90).contains(&even), "{name}: {even}");
    }
    assert_eq!(["3/16", "16/16", "1/1"].map(parse), [Some((3, 16)), Some((16, 16)), Some((1, 1))]);
    assert_eq!(["0/16", "17/16", "3", "3/", "a/b", "-1/2", "1/1000"].map(parse), [None; 7]);
}
