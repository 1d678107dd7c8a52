//! The first programs of a newcomer, one in each module. Loops replace operations that the crate does not have.

#![allow(missing_docs, unreachable_pub, dead_code, reason = "as programs and libraries would be")]
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::float_cmp, reason = "small numbers")]
#![allow(
    clippy::many_single_char_names,
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "as it was written"
)]

mod attention;
mod config;
mod images;
mod inline;
mod kmeans;
mod library;
#[cfg(feature = "ndarray")]
mod ndarray;
mod softmax;

#[test]
fn programs() -> Result<(), Box<dyn std::error::Error>> {
    attention::main();
    config::main()?;
    images::main();
    inline::main();
    kmeans::main();
    library::main();
    #[cfg(feature = "ndarray")]
    ndarray::main()?;
    softmax::main();
    Ok(())
}
