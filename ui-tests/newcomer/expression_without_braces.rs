//@ says: `Shape![2, _, {2 * N}, Batch = 8]`

use conformable::{Shape, Tensor};

const N: usize = 3;

fn f(_: &Tensor<f32, Shape![2 * N, 4]>) {}

fn main() {}
