//@ says: a shape is one size an axis, between commas: `shape![2, n, {2 * N}, Batch = 8]`

use conformable::{Tensor, shape};

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![2; 3]);
}
