// there is a value for each row of the indices
use conformable::Tensor;

fn main() {
    let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    x.scatter_nd(&Tensor::from([[0, 1], [1, 2]]), &Tensor::from([7, 8]));
    x.scatter_nd(&Tensor::from([[0, 1], [1, 2]]), &Tensor::from([7, 8, 9]));
}
