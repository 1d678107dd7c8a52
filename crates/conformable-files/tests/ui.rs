//! Mistakes with tensors from files and to files, and what the compiler says of them.
//!
//! The text is exact, so it is compared on the toolchain that it was written with.
//! `TRYBUILD=overwrite cargo test -p conformable-files --test ui` writes it again.

#[rustversion::attr(stable(1.95), test)]
#[cfg(not(any(feature = "complex", feature = "half")))]
fn mistakes() {
    trybuild::TestCases::new().compile_fail("ui-tests/fail/*.rs");
}
