use conformable::{Tensor, shape};

struct Heads;

fn main() {
    let x = Tensor::full(shape![Heads = 8], 1.0);
    let _ = &x + Tensor::full(shape![1], 1.0);

    let _ = x + Tensor::full(shape![Heads = 1], 1.0);
}
