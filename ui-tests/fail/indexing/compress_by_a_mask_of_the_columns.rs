// the mask is one of rows
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    x.compress(Axis::<0>, &Tensor::from([true, false]));
    x.compress(Axis::<0>, &Tensor::from([true, false, true]));
}
