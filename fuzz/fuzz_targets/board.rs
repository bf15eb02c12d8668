//! Fuzzes [`superko_fuzz::board`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    superko_fuzz::board(bytes);
});
