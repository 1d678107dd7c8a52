//@ says: cannot broadcast `(In, Out)` onto `(Out,)`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/digits/model.rs"]
mod model;

use conformable::Dim;
use model::Linear;

fn step<In: Dim, Out: Dim>(layer: &mut Linear<In, Out>, gradient: Linear<In, Out>) {
    layer.weight -= &gradient.weight;
    layer.bias -= &gradient.weight;
}

fn main() {}
