//! An axis of three elements has no four largest ones.
use conformable::engine::EngineTensor;
use conformable::{Axis, Size, Tensor};

fn main() {
    EngineTensor::from(Tensor::from([[1, 5, 2], [7, 3, 4]])).top_k(Axis::<1>, Size::<4>);
}
