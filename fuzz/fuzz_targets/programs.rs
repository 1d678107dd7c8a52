//! Programs on tensors against the same steps on plain vectors: `cargo +nightly fuzz run programs`.

#![no_main]

#[path = "../../tests/programs/interpreter.rs"]
mod interpreter;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| interpreter::run(bytes));
