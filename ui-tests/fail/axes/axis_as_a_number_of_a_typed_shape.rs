// `x.narrow(Axis::<1>, 1..)`
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.narrow(Axis::<1>, 1..);
    let _ = x.narrow(1, 1..);
}
