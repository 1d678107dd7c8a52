use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.map(f64::from).softmax(Axis::<-1>);

    let _ = x.softmax(Axis::<-1>);
}
