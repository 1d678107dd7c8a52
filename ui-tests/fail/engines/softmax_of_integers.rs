use conformable::engine::EngineTensor;
use conformable::{Axis, Tensor};

fn tensors() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let _ = x.softmax(Axis::<1>);
}

fn engines() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let on = EngineTensor::from(x);
    let _ = on.max(Axis::<1>);
    let _ = on.softmax(Axis::<1>);
}

fn main() {}
