// a new axis is that of `stack`
use conformable::{Axis, Tensor, concat, stack};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    stack(Axis::<2>, (&x, &x));
    concat(Axis::<2>, (&x, &x));
}
