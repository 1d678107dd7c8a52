// `map` makes floats of them
use conformable::{Axis, Tensor, concat};

fn main() {
    let (x, y) = (Tensor::from([1.0, 2.0]), Tensor::from([3, 4]));
    concat(Axis::<0>, (&x, &y.map(f64::from)));
    concat(Axis::<0>, (&x, &y));
}
