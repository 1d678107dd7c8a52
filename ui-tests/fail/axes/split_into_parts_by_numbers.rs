// `Dyn::new(2)` is known at run time, and `Size::<2>` to the compiler
use conformable::{Axis, Dyn, Size, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3, 4, 5]);
    x.split(Axis::<0>, (Size::<2>, Dyn::new(3)));
    x.split(Axis::<0>, (2, 3));
}
