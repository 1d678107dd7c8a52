use conformable::{Tensor, shape};

struct Heads;

fn main() {
    let x = Tensor::full(shape![Heads = 8], 1.0);
    let _ = &x - &x;

    let _ = x - Tensor::full(shape![Heads = 12], 1.0);
}
