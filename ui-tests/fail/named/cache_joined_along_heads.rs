use conformable::{Axis, Shape, Tensor, concat, shape};

struct Batch;
struct Time;
struct Seen;

type Keys = Tensor<f32, Shape![Batch = _, 12, Seen = _, 64]>;

fn main() {
    let (n, seen) = (2, 5);
    let keys: Keys = Tensor::zeros(shape![Batch = n, 12, Seen = seen, 64]);
    let new: Tensor<f32, _> = Tensor::zeros(shape![Batch = n, 12, Time = 1 + 0, 64]);
    let _: Keys = concat(Axis::<2>, (&keys, &new)).named();

    let _: Keys = concat(Axis::<1>, (&keys, &keys)).named();
}
