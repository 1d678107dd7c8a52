use conformable::{Axis, Keep, Shape, Tensor};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _: Tensor<f64, Shape![2, 1]> = x.sum(Keep(Axis::<1>));

    let _: Tensor<f64, Shape![2, 1]> = x.sum(Axis::<1>);
}
