// `x.tile(Axis::<0>, 2)`
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    let _ = x.tile(Axis::<0>, 2);
    let _ = x.tile(Axis::<0>, 2.0);
}
