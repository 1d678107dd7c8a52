use conformable::{Axis, Tensor};

fn main() {
    let _ = Tensor::from([1, 2, 3]).cut(Axis::<0>, 1);
}
