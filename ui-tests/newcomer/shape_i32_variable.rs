//@ says: `i32` is not the length of an axis
//@ says: n as usize

use conformable::{Tensor, shape};

fn main() {
    let n: i32 = 5;
    let x: Tensor<f32, _> = Tensor::zeros(shape![n, 3]);
}
