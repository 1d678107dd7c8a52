use conformable::{Axis, Tensor, shape};

struct Time;
struct Seen;

fn main() {
    let t = 3;
    let x = Tensor::full(shape![2, Time = t], 1.0);
    let _ = x.clone().rename::<Axis<1>, Time, Seen>();

    let _ = x.rename::<Axis<2>, Time, Seen>();
}
