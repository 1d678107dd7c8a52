use conformable::{Tensor, shape};

fn main() {
    let _ = Tensor::full(shape![2, 3], 0.0);
    let _ = Tensor::full((2, 3), 0.0);
}
