//@ says: `Size<2000>` is not a dim
//@ says: dim!(2000)

use conformable::{Size, Tensor};

fn f(x: Tensor<f32, (Size<2000>, Size<3>)>) {}
fn main() {}
