// along an axis a mask has one axis
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2], [4, 5]]);
    x.compress(Axis::<0>, &Tensor::from([true, false]));
    x.compress(Axis::<0>, &x.greater(2).erase());
    x.compress(Axis::<0>, &x.greater(2));
}
