//! Generic code: a bound on one operation leaves all others as they are, and few bounds are needed.
//!
//! A function here passes if it compiles; its call shows that the caller's shapes satisfy its bounds.

#![allow(
    clippy::cast_precision_loss,
    clippy::doc_markdown,
    clippy::float_cmp,
    clippy::many_single_char_names,
    clippy::type_complexity,
    reason = "numbers are small, and names are those of the models"
)]

use conformable::{Shape, Tensor};

mod arithmetic;
mod bounds;
mod ends;
mod heads;
mod models;
mod names;
mod sequence;
mod sums;

/// The same small numbers of both signs in each run.
fn numbers<S: Shape>(shape: S) -> Tensor<f32, S> {
    let mut next = 0_u8;
    Tensor::full(shape, 0.0).map(|_: f32| {
        next = (next + 37) % 101;
        f32::from(next) / 50.0 - 1.0
    })
}

#[track_caller]
fn assert_close<S: Shape>(x: &Tensor<f32, S>, y: &Tensor<f32, S>) {
    let difference = (x - y).abs().max(..)[[]];
    assert!(difference < 1e-5, "{x} and {y} differ by {difference}");
}
