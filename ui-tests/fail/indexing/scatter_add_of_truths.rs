// there is no sum of `bool`s
use conformable::{Axis, Tensor};

fn main() {
    let (mut x, i) = (Tensor::from([true, false]), Tensor::from([0]));
    x.scatter(Axis::<0>, &i, true);
    x.scatter_add(Axis::<0>, &i, true);
}
