use conformable::{Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let v = Tensor::from([1, 2, 3]);
    let _ = x.matmul(&x.t());
    let _ = x.dot(&x.t());
}
