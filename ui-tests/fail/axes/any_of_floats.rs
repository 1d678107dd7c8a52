use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _ = x.greater(0.0).any(Axis::<1>);

    let _ = x.any(Axis::<1>);
}
