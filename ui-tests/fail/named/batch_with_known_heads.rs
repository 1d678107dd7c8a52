use conformable::{Tensor, shape};

struct Batch;
struct Heads;

fn main() {
    let n = 8;
    let x = Tensor::full(shape![Batch = n], 1.0);
    let _ = &x + Tensor::full(shape![Batch = 8], 1.0);

    let _ = x + Tensor::full(shape![Heads = 8], 1.0);
}
