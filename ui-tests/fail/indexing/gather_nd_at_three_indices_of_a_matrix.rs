// a matrix has two axes
use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    x.gather_nd(&Tensor::from([[0, 1], [1, 2]]));
    x.gather_nd(&Tensor::from([[0, 1, 2]]));
}
