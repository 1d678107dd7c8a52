use conformable::engine::EngineTensor;
use conformable::{Axis, Tensor};

fn tensors() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let _ = x.sum(Axis::<2>);
}

fn engines() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let on = EngineTensor::from(x);
    let _ = on.sum(Axis::<-1>);
    let _ = on.sum(Axis::<2>);
}

fn main() {}
