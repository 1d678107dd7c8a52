//! Every kind of operation on tensors at different places in memory: `cargo +nightly fuzz run operations`.

#![no_main]

#[path = "../../tests/programs/operations.rs"]
mod operations;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    operations::run(bytes);
});
