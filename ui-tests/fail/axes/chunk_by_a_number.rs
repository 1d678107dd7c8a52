// how many parts there are is a dim
use conformable::{Axis, Dyn, Size, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3, 4]);
    let _ = (x.chunk(Axis::<0>, Size::<2>), x.chunk(Axis::<0>, Dyn::new(2)));
    let _ = x.chunk(Axis::<0>, 2);
}
