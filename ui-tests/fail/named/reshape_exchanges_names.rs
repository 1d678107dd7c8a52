use conformable::{Tensor, shape};

struct Batch;
struct Time;

fn main() {
    let (n, t) = (2, 3);
    let x = Tensor::full(shape![Time = t, Batch = n, 8], 1.0);
    let _ = x.clone().reshape(shape![Time = t, Batch = n, 2, 4]);

    let _ = x.reshape(shape![Batch = n, Time = t, 8]);
}
