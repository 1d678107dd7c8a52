use conformable::Tensor;
use conformable::engine::EngineTensor;

fn main() {
    let mut row = Tensor::from([1.0, 2.0, 3.0]);
    let table = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let mut on = EngineTensor::from(row.clone());
    let other = EngineTensor::from(table.clone());
    row += &table;
    on += &other;
}
