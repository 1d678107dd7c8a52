//! A known size has no name, and the bounds of the batch do.

use conformable::{Shape, Tensor};

struct Batch;

fn add(x: Tensor<f32, Shape![Batch = 1..=128, 3]>, y: Tensor<f32, Shape![16, 3]>) {
    let _ = &x + &y;
    let _ = y + x;
}

fn main() {}
