// there are three columns
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let (values, indices) = x.bottom_k(Axis::<1>, Size::<3>);
    x.bottom_k(Axis::<1>, Size::<5>);
}
