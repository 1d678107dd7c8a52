//@ says: constant provided when a type was expected
//@ rustc: counts the parameters of a type before a bound is looked at; README has `Shape![3, 4]`

use conformable::Tensor;

fn f(x: Tensor<f32, 3, 4>) {}
fn main() {}
