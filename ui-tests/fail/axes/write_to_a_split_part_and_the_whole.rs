// the parts borrow the tensor
use conformable::{Axis, Size, Tensor};

fn main() {
    let mut x = Tensor::from([1, 2, 3]);
    let (mut a, mut b) = x.split_mut(Axis::<0>, (Size::<1>, Size::<2>));
    (a.fill(0), b.fill(1));
    let (mut a, _) = x.split_mut(Axis::<0>, (Size::<1>, Size::<2>));
    x.fill(2);
    a.fill(0);
}
