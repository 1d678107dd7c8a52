//! Any bytes as tensors in JSON and in postcard: `cargo +nightly fuzz run serde`.

#![no_main]

#[path = "../../tests/serde/reader.rs"]
mod reader;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| reader::run(bytes));
