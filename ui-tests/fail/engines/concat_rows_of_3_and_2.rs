use conformable::engine::{EngineTensor, concat};
use conformable::{Axis, Tensor};

fn tensors() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = Tensor::from([[1.0, 2.0]]);
    let _ = conformable::concat(Axis::<0>, (&x, &y));
}

fn engines() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = Tensor::from([[1.0, 2.0]]);
    let on = EngineTensor::from(x);
    let _ = concat(Axis::<0>, (&on, &on));
    let _ = concat(Axis::<0>, (&on, &EngineTensor::from(y)));
}

fn main() {}
