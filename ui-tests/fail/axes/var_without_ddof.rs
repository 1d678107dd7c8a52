use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _ = x.var(Axis::<1>, 0);

    let _ = x.var(Axis::<1>);
}
