//! Fuzzes [`superko_fuzz::rules`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    superko_fuzz::rules(bytes);
});
