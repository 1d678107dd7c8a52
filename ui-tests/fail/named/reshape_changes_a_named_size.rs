use conformable::{Tensor, shape};

struct Heads;

fn main() {
    let x = Tensor::full(shape![Heads = 12, 64], 1.0);
    let _ = x.clone().reshape(shape![Heads = 12, 8, 8]);

    let _ = x.reshape(shape![Heads = 8, 96]);
}
