use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    x.cumsum_into(Axis::<0>, &mut Tensor::from([0, 0]));
}
