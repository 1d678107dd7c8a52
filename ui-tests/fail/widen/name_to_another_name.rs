use conformable::{Shape, Tensor, shape};

struct Batch;
struct Time;

fn main() {
    let x = Tensor::full(shape![Batch = 1, 3], 1.0);
    let _ = x.clone().widen::<Shape![Batch = _, 3]>();

    let _ = x.widen::<Shape![Time = _, 3]>();
}
