//! Programs that must not compile, with the compiler's messages: each shows the accepted form first.
//!
//! The exact text is compared on the toolchain that wrote it. On any other, the `compile_fail` examples of the
//! documentation still test that such programs are refused. `TRYBUILD=overwrite cargo test --test ui` writes it again.

#[rustversion::attr(stable(1.95), test)]
fn ui() {
    trybuild::TestCases::new().compile_fail("ui-tests/*.rs");
}
