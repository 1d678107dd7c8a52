use conformable::{Dyn, Tensor};

struct Batch;
struct Time;

fn main() {
    let x = Tensor::full((Dyn::<Batch>::labelled(2),), 1.0);
    let y = Tensor::full((Dyn::<Time>::labelled(2),), 1.0);
    let _ = &x + &x;
    let _ = x + y;
}
