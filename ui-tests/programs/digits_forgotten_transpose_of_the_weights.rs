#[allow(dead_code)]
#[path = "../../examples/digits/model.rs"]
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
