use conformable::{Tensor, shape};

struct Channels;
struct Heads;

fn main() {
    let n = 3;
    let x = Tensor::full(shape![2, Channels = n], 1.0);
    let _ = x.matmul(&Tensor::full(shape![Channels = n, 5], 1.0));
    let _ = x.matmul(&Tensor::full(shape![Heads = n, 5], 1.0));
}
