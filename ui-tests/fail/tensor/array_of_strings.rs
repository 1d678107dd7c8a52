use conformable::{Tensor};

fn main() {
    let _ = Tensor::from(vec![String::from("a")]);
    let _ = Tensor::from([String::from("a")]);
}
