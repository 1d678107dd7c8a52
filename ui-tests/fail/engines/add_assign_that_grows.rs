//! `+=` on an engine cannot change the shape of its left tensor.
use conformable::Tensor;
use conformable::engine::EngineTensor;

fn main() {
    let mut row = EngineTensor::from(Tensor::from([1.0, 2.0, 3.0]));
    let table = EngineTensor::from(Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
    row += &table;
}
