use conformable::{Axis, Tensor};

fn main() {
    let _ = Tensor::from([[1, 2], [3, 4]]).flatten_axes(Axis::<-1>);
}
