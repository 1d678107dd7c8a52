//@ says: `{integer}` is not a shape
//@ says: shape![2, 3]
//@ errors: 4
//@ rustc checks the type of a tensor at the path, the call and the annotation, and counts the arguments

use conformable::Tensor;

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros(2, 3);
}
