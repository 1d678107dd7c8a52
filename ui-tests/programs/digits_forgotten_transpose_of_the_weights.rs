//@ says: cannot multiply `(Dyn<Batch>, Out)` by `(In, Out)`
//@ says: `Out`, the last axis of the left shape, and `In` differ
//@ errors: 2
//@ rustc: what comes out of it is not what the signature says, either
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/digits/model.rs"]
mod model;

use conformable::Dim;
use model::{Linear, Rows};

fn backward<In: Dim, Out: Dim>(layer: &Linear<In, Out>, dy: &Rows<Out>) -> Rows<In> {
    dy.matmul(&layer.weight.t())
}

fn without<In: Dim, Out: Dim>(layer: &Linear<In, Out>, dy: &Rows<Out>) -> Rows<In> {
    dy.matmul(&layer.weight)
}

fn main() {}
