//@ says: is not a rule
//@ says: Pdpd(Axis::<1>)
//@ errors: 2
//@ rustc looks for the method on what is under no rule, too

use conformable::{Pdpd, Tensor};

fn main() {
    let x = Tensor::from([[1, 2]]);
    let _ = x.under(Pdpd).try_add(&x);
}
