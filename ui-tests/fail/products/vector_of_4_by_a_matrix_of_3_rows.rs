use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![3, 5], 1.0);
    let _ = Tensor::from([1.0, 2.0, 3.0]).matmul(&x);
    let _ = Tensor::from([1.0, 2.0, 3.0, 4.0]).matmul(&x);
}
