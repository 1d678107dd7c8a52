// 2 + 3 is 5
use conformable::{Axis, Shape, Tensor, concat};

fn main() {
    let (x, y) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([[5, 6, 7], [8, 9, 10]]));
    let z: Tensor<i32, Shape![2, 6]> = concat(Axis::<1>, (&x, &y));
}
