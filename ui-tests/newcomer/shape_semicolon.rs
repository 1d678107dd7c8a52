//@ says: one size an axis, between commas: `shape![2, 3]`

use conformable::{Tensor, shape};

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![2; 3]);
}
