use conformable::axes::Narrow;
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    let _ = x.narrow(Axis::<0>, Narrow::<1, 2>);
    let _ = x.narrow(Axis::<0>, Narrow::<2, 2>);
}
