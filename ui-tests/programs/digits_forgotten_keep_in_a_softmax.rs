//@ says: cannot broadcast `(Dyn<Batch>, Size<10>)` with `(Dyn<Batch>,)`
//@ says: `Size<10>` and `Dyn<Batch>` differ
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/digits/model.rs"]
mod model;

use conformable::{Axis, Keep};
use model::{Digits, Rows};

fn softmax(z: &Rows<Digits>) -> Rows<Digits> {
    let exp = z.exp();
    &exp / exp.sum(Keep(Axis::<-1>))
}

fn without_keep(z: &Rows<Digits>) -> Rows<Digits> {
    let exp = z.exp();
    &exp / exp.sum(Axis::<-1>)
}

fn main() {}
