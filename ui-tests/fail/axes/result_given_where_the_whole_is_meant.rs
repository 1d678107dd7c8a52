use conformable::{Axis, Shape, Tensor};

fn loss(x: &Tensor<f64, Shape![2, 3]>) -> f64 {
    x.sum_all()
}

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _ = loss(&x);

    let _ = loss(&x.sum(Axis::<1>));
}
