//! A triangle needs two axes.
use conformable::Tensor;
use conformable::engine::EngineTensor;

fn main() {
    EngineTensor::from(Tensor::from([1.0, 2.0, 3.0])).tril(0);
}
