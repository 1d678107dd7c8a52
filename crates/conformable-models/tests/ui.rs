//! Programs that must not compile, with what the compiler says of them: each has what is accepted first.
//!
//! The text is exact, so it is compared on the one toolchain it was written with; on any other, the `compile_fail` examples of the documentation
//! still show that such programs are refused. `TRYBUILD=overwrite cargo test --test ui` writes it anew.

#[rustversion::attr(stable(1.95), test)]
fn ui() {
    trybuild::TestCases::new().compile_fail("ui-tests/*.rs");
}
