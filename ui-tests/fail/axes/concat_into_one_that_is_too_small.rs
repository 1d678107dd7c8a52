// 2 + 1 is 3
use conformable::ops::concat_into;
use conformable::{Axis, Tensor};

fn main() {
    let (x, y) = (Tensor::from([1, 2]), Tensor::from([3]));
    concat_into(Axis::<0>, (&x, &y), &mut Tensor::from([0; 2]));
}
