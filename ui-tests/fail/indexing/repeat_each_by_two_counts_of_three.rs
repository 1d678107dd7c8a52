// there are three rows
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    x.repeat_each(Axis::<0>, &Tensor::from([2, 0, 1]));
    x.repeat_each(Axis::<0>, &Tensor::from([2, 0]));
}
