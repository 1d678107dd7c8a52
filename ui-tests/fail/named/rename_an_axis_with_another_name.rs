use conformable::{Axis, Tensor, shape};

struct Batch;
struct Time;
struct Seen;

fn main() {
    let (n, t) = (2, 3);
    let x = Tensor::full(shape![Batch = n, Time = t], 1.0);
    let _ = x.clone().rename::<Axis<1>, Time, Seen>();

    let _ = x.rename::<Axis<0>, Time, Seen>();
}
