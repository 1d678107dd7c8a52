use conformable::{Axis, Dyn, Tensor, shape};

struct Batch;
struct Time;

fn main() {
    let (n, t) = (2, 3);
    let x = Tensor::full(shape![Batch = n, Time = t, 8], 1.0);
    let _ = x.clone().flatten_axes_to(Axis::<0>, Dyn::new(6));

    let _ = x.flatten_axes_to(Axis::<0>, Dyn::<Batch>::labelled(6));
}
