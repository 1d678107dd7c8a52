use conformable::engine::EngineTensor;
use conformable::{Axis, Tensor};

fn tensors() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let first = Tensor::from([0_usize]);
    let _ = x.take(Axis::<2>, &first);
}

fn engines() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let first = Tensor::from([0_usize]);
    let on = EngineTensor::from(x);
    let _ = on.take(Axis::<1>, &EngineTensor::from(first.clone()));
    let _ = on.take(Axis::<2>, &EngineTensor::from(first));
}

fn main() {}
