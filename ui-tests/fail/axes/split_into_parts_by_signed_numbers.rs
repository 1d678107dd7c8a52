// a count is a `usize` or a dim
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3, 4, 5]);
    x.split(Axis::<0>, (Size::<2>, 3));
    x.split(Axis::<0>, (2i32, 3i32));
}
