use conformable::{Axis, Shape, Tensor};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _: Tensor<f64, Shape![2]> = x.sum(Axis::<1>);

    let _: Tensor<f64, Shape![2]> = x.sum(Axis::<0>);
}
