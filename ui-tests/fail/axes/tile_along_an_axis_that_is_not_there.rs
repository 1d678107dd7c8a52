// there are two
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    x.tile(Axis::<1>, Size::<2>);
    x.tile(Axis::<2>, Size::<2>);
}
