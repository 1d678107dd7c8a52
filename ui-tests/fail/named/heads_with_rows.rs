use conformable::{Tensor, shape};

struct Heads;
struct Rows;

fn main() {
    let x = Tensor::full(shape![Heads = 8, 64], 1.0);
    let _ = &x + Tensor::full(shape![Heads = 8, 1], 1.0);

    let _ = &x + Tensor::full(shape![Rows = 8, 64], 1.0);
}
