//@ says: `Thousands<0, 50>` is not a dim
//@ says: dim!(2000)

use conformable::{Tensor, Thousands};

fn f(x: Tensor<f32, (Thousands<0, 50>,)>) {}
fn main() {}
