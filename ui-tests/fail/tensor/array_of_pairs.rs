use conformable::{Tensor};

fn main() {
    let _ = Tensor::from([[1, 2], [3, 4]]);
    let _ = Tensor::from([(1, 2), (3, 4)]);
}
