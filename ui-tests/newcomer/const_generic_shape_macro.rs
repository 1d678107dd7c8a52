//@ says: generic parameters may not be used in const operations
//@ rustc: a constant in a type is no expression of parameters; README has `(Size<N>, Size<3>)` with `where Size<N>: Dim`

use conformable::{Shape, Tensor};

fn f<const N: usize>(x: Tensor<f32, Shape![{ N }, 3]>) {}
fn main() {}
