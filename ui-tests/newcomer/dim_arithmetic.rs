//@ says: cannot divide `Dyn` by `{integer}`
//@ rustc: a missing operator has no text of ours; `Dyn` documents `n.size()`

use conformable::{Shape, Tensor, shape};

fn main() {
    let n = 4;
    let x: Tensor<f32, Shape![_, 3]> = Tensor::zeros(shape![n, 3]);
    let half = x.shape().0 / 2;
}
