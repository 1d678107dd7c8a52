use conformable::Tensor;

pub(crate) fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(x.flatten(), Tensor::from([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
}
