use conformable::engine::{EngineTensor, stack};
use conformable::{Axis, Tensor};

fn tensors() {
    let (x, y) = (Tensor::from([1, 2, 3]), Tensor::from([4, 5]));
    let _ = conformable::stack(Axis::<0>, (&x, &y));
}

fn engines() {
    let (x, y) = (Tensor::from([1, 2, 3]), Tensor::from([4, 5]));
    let on = EngineTensor::from(x);
    let _ = stack(Axis::<0>, (&on, &on));
    let _ = stack(Axis::<0>, (&on, &EngineTensor::from(y)));
}

fn main() {}
