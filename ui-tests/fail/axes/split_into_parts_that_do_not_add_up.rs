// 2 and 3 are 5, and 2 and 2 are not
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]);
    x.split(Axis::<1>, (Size::<2>, Size::<3>));
    x.split(Axis::<1>, (Size::<2>, Size::<2>));
}
