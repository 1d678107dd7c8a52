use conformable::{Axis, Tensor};

fn main() {
    let mut x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    x += x.sum(Axis::<0>);

    x += x.sum(Axis::<1>);
}
