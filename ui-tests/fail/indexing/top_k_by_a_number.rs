// how many is a dim
use conformable::{Axis, Dyn, Size, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    (x.top_k(Axis::<0>, Size::<2>), x.top_k(Axis::<0>, Dyn::new(2)));
    x.top_k(Axis::<0>, 2);
}
