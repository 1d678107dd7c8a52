//@ says: not every size of `(Dyn, Size<3>)` is known at compile time
//@ says: refine

use conformable::{Inline, Shape, Tensor};

fn f(x: Tensor<f32, Shape![_, 3], Inline>) {
    let y = x.into_array();
}
fn main() {}
