// an axis is a type
use conformable::{Axis, Tensor, stack};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    stack(Axis::<0>, (&x, &x));
    stack(0, (&x, &x));
}
