// the values stretch to the indices
use conformable::{Axis, Tensor};

fn main() {
    let (mut x, i) = (Tensor::from([[1, 2, 3], [4, 5, 6]]), Tensor::from([[0, 1], [2, 1]]));
    x.scatter(Axis::<1>, &i, &Tensor::from([7, 8]));
    x.scatter(Axis::<1>, &i, &Tensor::from([7, 8, 9]));
}
