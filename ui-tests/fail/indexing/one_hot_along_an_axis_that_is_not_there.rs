// with the new axis there are two
use conformable::{Axis, Size, Tensor};

fn main() {
    let classes = Tensor::from([2, 0]);
    let hot: Tensor<f32, _> = classes.one_hot_along(Axis::<1>, Size::<3>);
    let hot: Tensor<f32, _> = classes.one_hot_along(Axis::<2>, Size::<3>);
}
