// a row has two elements
use conformable::{Axis, Tensor};

fn main() {
    let mut x = Tensor::from([[1, 2], [3, 4], [5, 6]]);
    x.index_copy(Axis::<0>, &Tensor::from([2, 0]), &Tensor::from([7, 8]));
    x.index_copy(Axis::<0>, &Tensor::from([2, 0]), &Tensor::from([7, 8, 9]));
}
