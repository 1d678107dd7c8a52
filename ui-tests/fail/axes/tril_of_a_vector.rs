// a triangle is of the last two axes
use conformable::Tensor;

fn main() {
    Tensor::from([[1, 2], [3, 4]]).tril(0);
    Tensor::from([1, 2, 3]).tril(0);
}
