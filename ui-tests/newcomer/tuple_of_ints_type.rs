//@ says: expected type, found `3`
//@ errors: 2
//@ rustc: refused by the grammar before a type is looked at; README has `Shape![3, 4]`

use conformable::{Tensor};

fn f(x: Tensor<f32, (3, 4)>) {} fn main() { }
