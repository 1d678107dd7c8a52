//@ says: `+=` cannot be applied to type `Under
//@ errors: 2
//@ rustc: what a call returns is no place to assign to, whatever it implements; `under_mut(rule).try_add_assign(&y)`

use conformable::{Axis, Pdpd, Tensor};

fn main() {
    let mut x = Tensor::from([[1, 2, 3]]);
    x.under(Pdpd(Axis::<1>)) += &Tensor::from([1, 2, 3]);
}
