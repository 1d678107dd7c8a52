use conformable::{Tensor};

fn main() {
    let (x, y) = (Tensor::from([1, 2, 3]), Tensor::from([[1, 2, 3], [4, 5, 6]]));
    let _ = x[1];
    let _ = y[1];
}
