//! Programs that compile, and programs that do not, with what the compiler says of them.
//!
//! The text is exact, so it is compared on the one toolchain it was written with; on any other, the
//! `compile_fail` examples of the documentation still show that such programs are refused.
//! `TRYBUILD=overwrite cargo test --test ui` writes it anew.

#[test]
#[rustversion::attr(not(stable(1.95)), ignore = "the texts are those of Rust 1.95")]
#[cfg_attr(any(feature = "complex", feature = "half"), ignore = "the texts list the impls of the default features")]
fn ui() {
    let tests = trybuild::TestCases::new();
    tests.pass("ui-tests/pass/*.rs");
    tests.compile_fail("ui-tests/fail/*/*.rs");
}
