use conformable::axes::Through;
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[[1], [2]]]);
    let _ = x.flatten_axes_view(Through(Axis::<0>, Axis::<2>));
    let _ = x.flatten_axes_view(Through(Axis::<2>, Axis::<0>));
}
