//! Mistakes with tensors from files and to files, and the compiler's messages.
//!
//! The exact text is compared on the toolchain that wrote it:
//! `TRYBUILD=overwrite cargo test -p conformable-files --test ui` writes it again.

#[rustversion::attr(stable(1.95), test)]
#[cfg(not(any(feature = "complex", feature = "half")))]
fn mistakes() {
    trybuild::TestCases::new().compile_fail("ui-tests/fail/*.rs");
}
