use conformable::{Tensor};

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    assert!(x == x);
    assert!(x == Tensor::from([1.0, 2.0, 3.0]));
}
