use conformable::ops::Pad;
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let _ = x.pad_axes((Axis::<0>, Axis::<1>), (1, 1), Pad::Edge);

    let _ = x.pad_axes((Axis::<0>, Axis::<2>), (1, 1), Pad::Edge);
}
