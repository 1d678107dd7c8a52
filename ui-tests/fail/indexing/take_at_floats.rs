// `map` makes integers of them
use conformable::{Axis, Tensor};

fn main() {
    let (x, i) = (Tensor::from([10, 20, 30]), Tensor::from([0.0, 2.0]));
    x.take(Axis::<0>, &i.map(|i: f64| i as usize));
    x.take(Axis::<0>, &i);
}
