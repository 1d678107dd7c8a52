use conformable::{Tensor, shape};

struct Heads;

fn main() {
    let n = 8;
    let x = Tensor::full(shape![Heads = 8, 64], 1.0);
    let _ = &x * Tensor::full(shape![n, 64], 1.0);

    let _ = &x * Tensor::full(shape![8, 64], 1.0);
}
