use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _ = x.fold_axis(Axis::<1>, 0.0, f64::max);

    let _ = x.fold_axis(Axis::<2>, 0.0, f64::max);
}
