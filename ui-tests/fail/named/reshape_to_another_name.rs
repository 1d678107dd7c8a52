use conformable::{Shape, Tensor, shape};

struct Batch;
struct Time;
struct Words;

fn main() {
    let (n, t) = (2, 3);
    let x = Tensor::full(shape![Batch = n, Time = t, 8], 1.0);
    let _ = x.clone().reshape(shape![n * t, 8]).named::<Shape![Words = _, 8]>();

    let _ = x.reshape(shape![Words = n * t, 8]);
}
