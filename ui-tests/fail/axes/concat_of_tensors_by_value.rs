// the tuple is one of references
use conformable::{Axis, Tensor, concat};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    concat(Axis::<0>, (x.clone(), x));
}
