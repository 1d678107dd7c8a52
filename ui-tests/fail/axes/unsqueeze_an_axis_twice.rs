use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([1, 2]);
    let _ = x.unsqueeze((Axis::<0>, Axis::<1>));
    let _ = x.unsqueeze((Axis::<0>, Axis::<0>));
}
