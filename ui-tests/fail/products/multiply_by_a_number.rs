use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![2, 3], 1.0);
    let _ = &x * 2.0;
    let _ = x.matmul(&2.0);
}
