use conformable::{Tensor, shape};

pub(crate) fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(x.reshape(shape![3, 2]), Tensor::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]));
}
