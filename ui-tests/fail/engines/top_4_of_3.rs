use conformable::engine::EngineTensor;
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 5, 2], [7, 3, 4]]);
    x.top_k(Axis::<1>, Size::<4>);
    EngineTensor::from(x).top_k(Axis::<1>, Size::<4>);
}
