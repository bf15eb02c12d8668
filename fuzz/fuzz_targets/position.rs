//! Fuzzes [`superko_fuzz::position`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    superko_fuzz::position(bytes);
});
