// what is stacked is of one shape
use conformable::{Axis, Tensor, stack};

fn main() {
    let (x, y) = (Tensor::from([1, 2, 3]), Tensor::from([4, 5]));
    stack(Axis::<0>, (&x, &x));
    stack(Axis::<0>, (&x, &y));
}
