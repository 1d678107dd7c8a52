use conformable::{Tensor, einsum, shape};

struct Batch;
struct Time;

fn main() {
    let (b, t) = (2, 2);
    let x = Tensor::full(shape![Batch = b, 3], 1.0);
    let y = Tensor::full(shape![Time = t, 3], 1.0);
    einsum!(i k, j k -> i j; x, y);
    einsum!(i k, i k -> k; x, y);
}
