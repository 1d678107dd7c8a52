//@ says: the length of an axis is not negative

use conformable::{Tensor, shape};

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![-1, 3]);
}
