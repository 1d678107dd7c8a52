use conformable::{Dyn, Tensor, shape};

struct Batch;
struct Time;

fn main() {
    let (n, t) = (2, 3);
    let time_by_batch = Tensor::full(shape![Time = t, Batch = n], 1_i64);
    let _: Tensor<i64, (Dyn<Batch>, Dyn<Time>)> = Tensor::full(shape![n, t], 1_i64).named();

    let _: Tensor<i64, (Dyn<Batch>, Dyn<Time>)> = time_by_batch.named();
}
