use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[[1, 2, 3], [4, 5, 6]]]);
    let _ = x.permute((Axis::<2>, Axis::<0>, Axis::<1>));

    let _ = x.permute((Axis::<3>, Axis::<2>, Axis::<1>));
}
