use conformable::axes::Above;
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.offset_diagonal(Axis::<0>, Axis::<1>, Above(Size::<3>));
    let _ = x.offset_diagonal(Axis::<0>, Axis::<1>, Above(Size::<4>));
}
