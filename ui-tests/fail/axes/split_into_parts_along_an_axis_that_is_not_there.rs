use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    x.split(Axis::<1>, (Size::<1>, Size::<2>));
    x.split(Axis::<2>, (Size::<1>, Size::<2>));
}
