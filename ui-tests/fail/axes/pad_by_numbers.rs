// `Dyn::new(1)` is known at run time, and `Size::<1>` to the compiler
use conformable::ops::Pad;
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    x.pad(Axis::<0>, (Size::<1>, Size::<1>), Pad::Constant(0));
    x.pad(Axis::<0>, (1, 1), Pad::Constant(0));
}
