// `Axis<-1>` is the last one of the result
use conformable::{Axis, Shape, Tensor, stack};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    let rows: Tensor<i32, Shape![2, 3]> = stack(Axis::<-1>, (&x, &x));
}
