use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[[1, 2, 3], [4, 5, 6]]]);
    let _ = x.squeeze(Axis::<0>);

    let _ = x.squeeze(0);
}
