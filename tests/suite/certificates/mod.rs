//! Attacks on certificates: true ones must be accepted, and whatever is accepted must be true.
//!
//! | file | what |
//! |---|---|
//! | `games.rs`, `random.rs` | the games that are proved, states of them, numbers that look random |
//! | `written.rs` | certificates as bytes, in either form, with reads stated or left out |
//! | `truth.rs` | what is true of a state, and of a lemma, from other sources than the checker |
//! | `values.rs` | true certificates: every ruleset, every option, every small board |
//! | `mutants.rs` | altered certificates: refused, or true all the same |
//! | `kinds.rs`, `alter.rs`, `alter_reads.rs`, `alter_order.rs`, `alter_bytes.rs` | the ways to alter one |
//! | `grown.rs`, `grown_sets.rs` | lemmas and closed sets drawn at random, as no search would make them |
//! | `kept.rs` | what a player keeps by passing |
//! | `second.rs` | the checker in `scripts/` gives the same verdicts |
//! | `small.rs` | every bit and every length of a small file |
//! | `fuzz.rs` | the reader on lines and pieces that no one would write |
//!
//! Tests that need the checker alone are in `certificate/tests/`.
//!
//! Everything is drawn with fixed seeds. `SUPERKO_FUZZ_CASES=100000 cargo test --test suite certificates` makes so
//! many mutants of each ruleset (twice, as both checkers see their own), draws so many lemmas, and feeds the
//! reader so many inputs of each kind, instead of the usual few thousand.
//! `SUPERKO_FUZZ_SEED=7` draws others. `-- --nocapture` prints how many there were and what became of them.

mod alter;
mod alter_bytes;
mod alter_order;
mod alter_reads;
mod fuzz;
mod games;
mod grown;
mod grown_sets;
mod kept;
mod kinds;
mod mutants;
mod random;
mod second;
mod small;
mod truth;
mod values;
mod written;

/// Bytes that a checker may hold in these tests.
const MEMORY: usize = 64 << 20;

/// One test for each ruleset.
macro_rules! for_every_ruleset {
    ($check:path) => {
        crate::certificates::for_every_ruleset! { $check,
            simple_ko "simple-ko", psk "psk", ssk "ssk", nssk "nssk", spight "spight", kee2009 "kee2009",
            kee2020 "kee2020"
        }
    };
    ($check:path, $($test:ident $name:literal),*) => {
        $(#[test]
        fn $test() {
            $check($name);
        })*
    };
}
pub(crate) use for_every_ruleset;

/// How many of something a longer run makes, or the usual number.
fn cases(usual: usize) -> usize {
    let given = std::env::var("SUPERKO_FUZZ_CASES").ok();
    given.map_or(usual, |given| given.parse().expect("SUPERKO_FUZZ_CASES is a number"))
}

/// The seed of everything that is drawn.
fn seed() -> u64 {
    let given = std::env::var("SUPERKO_FUZZ_SEED").ok();
    given.map_or(1, |given| given.parse().expect("SUPERKO_FUZZ_SEED is a number"))
}
