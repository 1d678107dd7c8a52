use conformable::{Axis, Tensor};

fn main() {
    let _ = Tensor::from([[1, 2], [3, 4]]).at(Axis::<2>, 0);
}
