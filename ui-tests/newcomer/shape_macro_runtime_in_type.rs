//@ says: expected type, found local variable `n`
//@ rustc: a name that stands in a type is a type's; README has `_`, the size known at run time

use conformable::{Shape, Tensor, shape};

fn main() {
    let n = 3;
    let x: Tensor<f32, Shape![n, 3]> = Tensor::zeros(shape![n, 3]);
}
