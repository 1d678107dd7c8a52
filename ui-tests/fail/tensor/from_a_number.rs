use conformable::{Tensor};

fn main() {
    let _ = Tensor::scalar(1.0);
    let _ = Tensor::from(1.0);
}
