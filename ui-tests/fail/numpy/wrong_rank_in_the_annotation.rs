use conformable::{Shape, Tensor};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _: Tensor<f64, Shape![2, 3]> = &x + &x;
    let _: Tensor<f64, Shape![6]> = &x + &x;
}
