// each time there is one element less
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([1, 4, 9]);
    x.diff_n(Axis::<0>, Size::<2>);
    x.diff_n(Axis::<0>, Size::<4>);
}
