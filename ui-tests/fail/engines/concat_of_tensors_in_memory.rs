//@ only: the tensors are in memory
// `EngineTensor::from(x)`
use conformable::engine::{EngineTensor, concat};
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    let on = EngineTensor::from(x.clone());
    concat(Axis::<0>, (&on, &on));
    concat(Axis::<0>, (&x, &x));
}
