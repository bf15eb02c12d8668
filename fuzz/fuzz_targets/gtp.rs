//! Fuzzes [`superko_fuzz::gtp`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    superko_fuzz::gtp(bytes);
});
