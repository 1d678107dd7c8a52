use conformable::{Axis, Tensor};

fn main() {
    let _ = Tensor::from([[1, 2], [3, 4]]).index_axis(Axis::<2>, 0);
}
