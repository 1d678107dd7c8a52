//@ says: expected integer, found `Dyn`
//@ rustc: mismatched types have no text of ours; `Dyn` documents `n.size()`

use conformable::{Shape, Tensor, shape};

fn main() {
    let n = 4;
    let x: Tensor<f32, Shape![_, 3]> = Tensor::zeros(shape![n, 3]);
    for i in 0..x.shape().0 {
        println!("{}", x[[i, 0]]);
    }
}
