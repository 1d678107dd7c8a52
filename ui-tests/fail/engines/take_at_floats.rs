//@ only: an engine has one type of indices
use conformable::engine::EngineTensor;
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let on = EngineTensor::from(x);
    let _ = on.take(Axis::<1>, &EngineTensor::from(Tensor::from([0])));
    let _ = on.take(Axis::<1>, &EngineTensor::from(Tensor::from([0.0])));
}
