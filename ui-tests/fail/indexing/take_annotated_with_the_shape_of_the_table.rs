// there are two rows
use conformable::{Axis, Shape, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    let rows: Tensor<i32, Shape![2, 3]> = x.take(Axis::<0>, &Tensor::from([2, 0]));
    let rows: Tensor<i32, Shape![3, 3]> = x.take(Axis::<0>, &Tensor::from([2, 0]));
}
