//! Fuzzes [`superko_fuzz::sgf`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    superko_fuzz::sgf(bytes);
});
