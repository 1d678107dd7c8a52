// `Stepped(.., Size::<2>)`
use conformable::axes::Stepped;
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.narrow(Axis::<1>, Stepped(.., Size::<2>));
    let _ = x.narrow(Axis::<1>, Stepped(.., Size::<0>));
}
