//@ says: expected function, found `Axis<_>`
//@ rustc: a value that is called has no text of ours; `Axis` documents `Axis::<1>`

use conformable::{Axis, Pdpd, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let y = x.under(Pdpd(Axis(1))) + &Tensor::from([1, 2, 3]);
}
