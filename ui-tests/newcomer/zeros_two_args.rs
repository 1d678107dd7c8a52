//@ says: `{integer}` is not a shape
//@ says: shape![2, 3]
//@ errors: 2
//@ rustc: that of the shape, and that there are two arguments

use conformable::Tensor;

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(2, 3);
}
