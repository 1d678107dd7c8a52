use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.greater(0).count(..);

    let _ = x.count(..);
}
