//@ says: expected type, found constant `VOCAB`
//@ rustc: a name that stands in a type is a type's; README has `{VOCAB}`

use conformable::{Shape, Tensor};

const VOCAB: usize = 50_257;
fn main() {
    let x: Tensor<f32, Shape![_, VOCAB]> = todo!();
}
