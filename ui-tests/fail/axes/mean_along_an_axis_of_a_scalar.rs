use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::scalar(1.0);
    let _ = x.mean(..);

    let _ = x.mean(Axis::<-1>);
}
