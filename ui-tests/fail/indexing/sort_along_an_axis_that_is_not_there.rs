// two axes are 0 and 1
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[3, 1, 2], [6, 5, 4]]);
    x.sort(Axis::<1>);
    x.sort(Axis::<2>);
}
