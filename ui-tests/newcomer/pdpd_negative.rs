//@ says: `Axis<-1>` is not a place to broadcast at
//@ says: Pdpd(Trailing)
//@ errors: 2
//@ rustc: the rule is refused where it is named, and where it is used

use conformable::{Axis, Pdpd, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let y = x.under(Pdpd(Axis::<-1>)) + &Tensor::from([1, 2, 3]);
}
