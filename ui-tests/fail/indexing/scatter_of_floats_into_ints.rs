// `map` makes floats of them
use conformable::{Axis, Tensor};

fn main() {
    let (mut x, i) = (Tensor::from([1, 2]), Tensor::from([0]));
    x.map(f64::from).scatter(Axis::<0>, &i, 0.5);
    x.scatter(Axis::<0>, &i, &Tensor::from([0.5]));
}
