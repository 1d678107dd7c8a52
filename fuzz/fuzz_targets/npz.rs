//! Bytes as archives of NumPy, and as members of one whose checksums are right: `cargo +nightly fuzz run npz`.

#![no_main]

#[path = "../../crates/conformable-files/tests/numpy_files/forge.rs"]
mod forge;
#[path = "../../crates/conformable-files/tests/numpy_files/open.rs"]
mod open;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = open::run(bytes);
    let _ = open::run(&forge::archive(bytes));
});
