// the first two are one by then
use conformable::{Axis, Tensor, concat, shape};

fn main() {
    let (x, y): (Tensor<f32, _>, Tensor<f32, _>) = (Tensor::zeros(shape![2, 3]), Tensor::zeros(shape![4, 3]));
    concat(Axis::<1>, (&x, &x, &y));
}
