use conformable::{Shape, Tensor, shape};

struct Batch;

fn main() {
    let n = 2;
    let _ = Tensor::full(shape![1, 3], 1.0).widen::<Shape![Batch = _, 3]>();
    let x = Tensor::full(shape![n, 3], 1.0);
    let _ = x.clone().named::<Shape![Batch = _, 3]>();

    let _ = x.widen::<Shape![Batch = _, 3]>();
}
