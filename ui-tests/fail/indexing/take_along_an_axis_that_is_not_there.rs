// rows are axis 0, and columns axis 1
use conformable::{Axis, Shape, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let rows: Tensor<i32, Shape![1, 3]> = x.take(Axis::<0>, &Tensor::from([1]));
    x.take(Axis::<2>, &Tensor::from([1]));
}
