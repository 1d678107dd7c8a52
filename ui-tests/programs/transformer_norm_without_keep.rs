//@ says: cannot broadcast `(Dyn<Batch>, Dyn<Time>, Width)` with `(Dyn<Batch>, Dyn<Time>)`
//@ errors: 2
//@ rustc: two axes differ
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::{Axis, Dim, Keep};
use model::Tokens;

fn centred<Width: Dim>(x: &Tokens<Width>) -> Tokens<Width> {
    x - x.mean(Keep(Axis::<-1>))
}

fn without_keep<Width: Dim>(x: &Tokens<Width>) -> Tokens<Width> {
    x - x.mean(Axis::<-1>)
}

fn main() {}
