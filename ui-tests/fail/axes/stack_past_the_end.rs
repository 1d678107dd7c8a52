// the new axis is counted in the result
use conformable::{Axis, Tensor, stack};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    stack(Axis::<1>, (&x, &x));
    stack(Axis::<2>, (&x, &x));
}
