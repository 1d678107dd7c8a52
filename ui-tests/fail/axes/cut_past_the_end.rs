use conformable::axes::Part;
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    let _ = x.cut(Axis::<0>, Part::<1, 2>);
    let _ = x.cut(Axis::<0>, Part::<2, 2>);
}
