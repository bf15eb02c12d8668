//! The fuzz target of certificates on bytes that look random, with and without a header before them, compressed or not:
//! none of them is verified.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

#[path = "../../../fuzz/src/certificate.rs"]
mod target;

/// The number of inputs.
const INPUTS: usize = 2_000;

fn header(rules: &str, binary: bool) -> String {
    let lift = if ["spight", "kee2009", "kee2020"].contains(&rules) { "option lift stands\n" } else { "" };
    let (title, data) = if binary { (" binary", "data\n") } else { ("", "") };
    format!(
        "superko certificate 1{title}\nboard 1x2\nrules {rules}\noption suicide allowed\noption scoring area\n{lift}{data}"
    )
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

#[test]
fn noise_is_refused_with_a_clear_line() {
    let noise = || vec(prop_oneof![any::<u8>(), 0..8u8, select(vec![128, 255])], 0..200);
    let rules = select(&["simple-ko", "ssk", "spight", "kee2009"][..]);
    let begun = (rules, any::<bool>(), noise())
        .prop_map(|(rules, binary, noise)| [header(rules, binary).as_bytes(), &noise].concat());
    let packed = begun.clone().prop_map(|bytes| gzip(&bytes));
    let as_if = noise().prop_map(|bytes| [&[31, 139, 8, 0, 0, 0, 0, 0, 0, 255][..], &bytes].concat());

    let config =
        Config { cases: crate::cases(INPUTS) as u32, failure_persistence: None, ..Config::default() };
    let seed = crate::seed().to_le_bytes().repeat(4);
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let decided = runner.run(&prop_oneof![noise(), begun, packed, as_if], |bytes| {
        // A theorem, a lemma and the end do not come up by chance.
        assert!(target::verdict(&bytes).is_none());
        Ok(())
    });
    decided.unwrap_or_else(|error| panic!("{error}"));
}
