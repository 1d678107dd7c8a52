//@ says: generic parameters may not be used in const operations
//@ rustc: a constant in a type is no expression of parameters; README has `(Size::<N>, Size::<3>)` with `where Size<N>: Dim`

use conformable::{Tensor, shape};

fn f<const N: usize>() {
    let x: Tensor<f32, _> = Tensor::zeros(shape![{ N }, 3]);
}
fn main() {}
