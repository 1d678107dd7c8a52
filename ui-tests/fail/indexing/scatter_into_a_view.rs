// a view shares its elements
use conformable::{Axis, Tensor};

fn main() {
    let (mut x, i) = (Tensor::from([1, 2, 3]), Tensor::from([0]));
    x.view_mut().scatter(Axis::<0>, &i, 7);
    x.view().scatter(Axis::<0>, &i, 7);
}
