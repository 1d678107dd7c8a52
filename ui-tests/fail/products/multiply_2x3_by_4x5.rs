use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![2, 3], 1.0);
    let _ = x.matmul(&Tensor::full(shape![3, 5], 1.0));
    let _ = x.matmul(&Tensor::full(shape![4, 5], 1.0));
}
