//@ says: cannot broadcast `(Dyn<Batch>,)` with `(Size<10>,)`
//@ says: `Dyn<Batch>` and `Size<10>` differ
//@ errors: 2
//@ rustc: what comes out of it is not what the signature says, either
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/digits/model.rs"]
mod model;

use conformable::{Axis, Tensor};
use model::{Digits, Labels, Rows};

fn one_hot(labels: &Labels) -> Rows<Digits> {
    labels.unsqueeze(Axis::<-1>).equal(&Tensor::arange((Digits::default(),))).map(f64::from)
}

fn without_the_axis(labels: &Labels) -> Rows<Digits> {
    labels.equal(&Tensor::arange((Digits::default(),))).map(f64::from)
}

fn main() {}
