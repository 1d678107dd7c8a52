use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![2, 3], 1.0);
    let _ = &x * &Tensor::scalar(2.0);
    let _ = x.matmul(&Tensor::scalar(2.0));
}
