use conformable::{Tensor};

fn main() {
    let mut x = Tensor::from([1.0, 2.0]);
    x += Tensor::from([3.0, 4.0]);
    x += Tensor::from([[3.0, 4.0], [5.0, 6.0]]);
}
