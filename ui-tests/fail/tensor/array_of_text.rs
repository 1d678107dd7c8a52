use conformable::{Tensor};

fn main() {
    let _ = Tensor::from([1.0, 2.0]);
    let _ = Tensor::from(["1.0", "2.0"]);
}
