// features of another number of samples
use conformable::{Axis, Tensor, concat, shape};

fn main() {
    let (x, y): (Tensor<f32, _>, Tensor<f32, _>) = (Tensor::zeros(shape![2, 6]), Tensor::zeros(shape![3, 5]));
    concat(Axis::<1>, (&x, &y));
}
