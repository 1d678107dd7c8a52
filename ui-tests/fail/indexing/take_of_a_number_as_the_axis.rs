// an axis is a type
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([10, 20, 30]);
    x.take(Axis::<0>, &Tensor::from([0, 2]));
    x.take(0, &Tensor::from([0, 2]));
}
