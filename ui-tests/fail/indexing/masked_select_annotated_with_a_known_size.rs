// only run time tells how many are true
use conformable::{Shape, Tensor};

fn main() {
    let x = Tensor::from([1, -2, 3]);
    let positive: Tensor<i32, Shape![_]> = x.masked_select(&x.greater(0));
    let positive: Tensor<i32, Shape![2]> = x.masked_select(&x.greater(0));
}
