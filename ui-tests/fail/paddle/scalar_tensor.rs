use conformable::{Paddle, Tensor};

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    let _ = x.under(Paddle) * Tensor::from([3.0]);
    let _ = x.under(Paddle) * Tensor::scalar(3.0);
}
