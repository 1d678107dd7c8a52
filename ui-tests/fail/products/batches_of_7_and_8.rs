use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![7, 2, 3], 1.0);
    let _ = x.matmul(&Tensor::full(shape![7, 3, 5], 1.0));
    let _ = x.matmul(&Tensor::full(shape![8, 3, 5], 1.0));
}
