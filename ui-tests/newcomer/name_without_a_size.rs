//@ says: `Batch` is not a dim

use conformable::{Shape, Tensor};

struct Batch;

fn f(_: &Tensor<f32, Shape![Batch, 4]>) {}

fn main() {}
