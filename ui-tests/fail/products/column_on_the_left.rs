use conformable::{Tensor, shape};

fn main() {
    let (x, column) = (Tensor::full(shape![2, 3], 1.0), Tensor::full(shape![3, 1], 1.0));
    let _ = x.matmul(&column);
    let _ = column.matmul(&x);
}
