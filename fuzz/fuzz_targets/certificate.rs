//! Fuzzes [`superko_fuzz::certificate`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    superko_fuzz::certificate(bytes);
});
