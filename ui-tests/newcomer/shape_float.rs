//@ says: expected `usize`, found floating-point number

use conformable::{Tensor, shape};

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![2, 3.0]);
}
