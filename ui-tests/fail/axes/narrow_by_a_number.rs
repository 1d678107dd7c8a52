use conformable::{Axis, Tensor};

fn main() {
    let _ = Tensor::from([1, 2, 3]).narrow(Axis::<0>, 1);
}
