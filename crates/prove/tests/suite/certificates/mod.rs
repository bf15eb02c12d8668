//! Attacks on certificates: true ones must be accepted, and whatever is accepted must be true.
//!
//! | file | what |
//! |---|---|
//! | `games.rs`, `random.rs` | the games that are proved and states of them; random numbers |
//! | `translate.rs` | between the types of the solver and those of the format |
//! | `machine.rs` | the machine of the checker has the plays of the solver |
//! | `written.rs` | certificates as bytes, in either form, with reads stated or left out |
//! | `truth.rs` | what is true of a state or a lemma, from the engines and not from the checker |
//! | `values.rs` | true certificates: every ruleset, every option, every small board |
//! | `mutants.rs` | altered certificates, which are refused or true |
//! | `kinds.rs`, `alter.rs`, `alter_header.rs`, `alter_reads.rs`, `alter_order.rs`, `alter_bytes.rs` | the ways to alter one |
//! | `grown.rs`, `grown_sets.rs` | lemmas and closed sets drawn at random, as no search would make them |
//! | `kept.rs` | what a player keeps by passing |
//! | `second.rs` | the checker in `scripts/` gives the same verdicts |
//! | `small.rs` | every bit and every length of a small file |
//! | `fuzz.rs` | the reader on lines of words and on pieces of certificates |
//!
//! Tests that need the checker alone are in `certificate/tests/`.
//!
//! Everything is drawn with fixed seeds.
//! `SUPERKO_FUZZ_CASES=100000 cargo test --test suite certificates` makes this number of mutants of
//! each ruleset (and as many again for the comparison of both checkers), of lemmas, and of inputs
//! of each kind for the reader, instead of a few thousand. `SUPERKO_FUZZ_SEED=7` draws others, and
//! so does each part of a sample. `-- --nocapture` prints how many were accepted and refused.

use crate::common::sample::{cases, seed};

mod alter;
mod alter_bytes;
mod alter_header;
mod alter_order;
mod alter_reads;
mod fuzz;
pub mod games;
mod grown;
mod grown_sets;
mod kept;
mod kinds;
mod machine;
mod mutants;
mod random;
pub mod second;
mod small;
pub mod translate;
mod truth;
mod values;
mod written;

/// The bytes that a checker may hold in these tests.
const MEMORY: usize = 64 << 20;

/// One test for each ruleset.
macro_rules! for_every_ruleset {
    ($check:path) => {
        crate::certificates::for_every_ruleset! { $check,
            simple_ko "simple-ko", psk "psk", ssk "ssk", nssk "nssk", spight "spight", kee2009 "kee2009",
            kee2020 "kee2020",
            kee2009_territory "kee2009 --scoring territory", kee2020_march "kee2020-march", spight2 "spight2",
            kee2007 "kee2007", katago_simple "katago-simple", psk_of_three "psk --players 3",
            kee2009_of_three "kee2009 --players 3", kee2020_of_three "kee2020 --players 3", ssk_of_four "ssk --players 4",
            kee2020_on_graphs "kee2020 on graphs", simple_ko_on_graphs "simple-ko on graphs",
            new_zealand "new-zealand", aga_territory "aga-territory", equal_moves "bga --last-pass equal",
            simplified_wmsg "simplified-wmsg", captures_only "ikeda-area-3 --bars-only captures",
            button_go "button-go", group_tax "group-tax", basic_fixed_ko "basic-fixed-ko", openspiel "openspiel",
            ljrg_original "ljrg-original", no_pass_go "no-pass-go", prisoner_return "prisoner-return", nogo "nogo",
            capture_three "capture-three", pgx_window "pgx-window", korean_play "korean-play",
            japanese2003_play "japanese2003-play"
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
