//! `Explicit` repeats no 1, and a 1 without the name is no batch.

use conformable::{Explicit, Shape, Tensor};

struct Batch;

fn add(x: &Tensor<f32, Shape![Batch = 1..=128, 3]>, y: &Tensor<f32, Shape![1, 3]>) {
    let _ = x.under(Explicit) + y;
    let _ = y.under(Explicit) + x;
}

fn main() {}
