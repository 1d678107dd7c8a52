//@ says: `{integer}` is not a dim
//@ says: shape![2, 3]
//@ errors: 3
//@ rustc checks the type of a tensor at each place where it stands: the path, the call and the annotation

use conformable::Tensor;

fn main() {
    let x: Tensor<f32, _> = Tensor::zeros((2, 3));
}
