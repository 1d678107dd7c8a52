// the second part is 3
use conformable::{Axis, Shape, Size, Tensor, View};

fn main() {
    let x = Tensor::from([1, 2, 3, 4, 5]);
    let (_, _): (_, Tensor<i32, Shape![3], View>) = x.split(Axis::<0>, (Size::<2>, Size::<3>));
    let (_, _): (_, Tensor<i32, Shape![2], View>) = x.split(Axis::<0>, (Size::<2>, Size::<3>));
}
