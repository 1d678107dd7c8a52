//! Files of tensors from any bytes, each tensor as every type and shape: `cargo +nightly fuzz run safetensors`.

#![no_main]

#[path = "../../crates/conformable-files/tests/files/reader.rs"]
mod reader;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = reader::read(bytes);
});
