use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![2, 3], 1.0);
    let _ = &Tensor::scalar(2.0) * &x;
    let _ = Tensor::scalar(2.0).matmul(&x);
}
