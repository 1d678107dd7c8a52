use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.sum_as::<f64, _>(Axis::<1>);

    let _ = x.sum_as::<f64>(Axis::<1>);
}
