use conformable::{Tensor, shape};

fn main() {
    let n = 2;
    let _ = Tensor::inline_full(shape![2, 3], 0.0);
    let _ = Tensor::inline_full(shape![n, 3], 0.0);
}
