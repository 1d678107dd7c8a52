use conformable::{Axis, Tensor};

fn main() {
    let mut x = Tensor::from([[1, 2], [3, 4]]);
    x.index_axis_mut(Axis::<0>, 0).assign(&Tensor::from([1, 2, 3]));
}
