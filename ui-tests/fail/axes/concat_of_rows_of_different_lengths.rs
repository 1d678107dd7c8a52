// 2 and 3 stand on the axis that is not concatenated
use conformable::{Axis, Shape, Tensor, concat};

fn main() {
    let (x, y) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([[5, 6, 7]]));
    let wide: Tensor<i32, Shape![2, 4]> = concat(Axis::<1>, (&x, &x));
    concat(Axis::<0>, (&x, &y));
}
