use conformable::engine::EngineTensor;
use conformable::{Axis, Size, Tensor};

fn tensors() {
    let x = Tensor::from([1, 2, 3, 4, 5]);
    x.split(Axis::<0>, (Size::<2>, Size::<2>));
}

fn engines() {
    let x = Tensor::from([1, 2, 3, 4, 5]);
    let on = EngineTensor::from(x);
    on.split(Axis::<0>, (Size::<2>, Size::<3>));
    on.split(Axis::<0>, (Size::<2>, Size::<2>));
}

fn main() {}
