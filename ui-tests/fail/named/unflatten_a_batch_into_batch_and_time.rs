use conformable::{Axis, Dyn, Tensor, shape};

struct Batch;
struct Time;

fn main() {
    let n = 6;
    let x = Tensor::full(shape![Batch = n, 8], 1.0);
    let _ = x.clone().unnamed().unflatten(Axis::<0>, (Dyn::<Batch>::labelled(2), Dyn::<Time>::labelled(3)));

    let _ = x.unflatten(Axis::<0>, (Dyn::<Batch>::labelled(2), Dyn::<Time>::labelled(3)));
}
