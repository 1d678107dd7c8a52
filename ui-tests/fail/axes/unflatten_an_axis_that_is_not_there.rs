use conformable::{Axis, Size, Tensor};

fn main() {
    let _ = Tensor::from([1, 2, 3, 4]).unflatten(Axis::<1>, (Size::<2>, Size::<2>));
}
