//@ says: expected a type, found a trait
//@ rustc: a trait and a macro may share a name, and without `!` it is the trait

use conformable::{Shape, Tensor};

fn f(x: Tensor<f32, Shape>) {}
fn main() {}
