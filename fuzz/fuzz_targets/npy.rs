//! Bytes as NumPy's files: `cargo +nightly fuzz run npy`.

#![no_main]

#[path = "../../crates/conformable-files/tests/numpy_files/open.rs"]
mod open;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = open::run(bytes);
});
