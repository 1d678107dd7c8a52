use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[[1], [2]]]);
    let _ = x.move_axis((Axis::<0>, Axis::<1>), (Axis::<1>, Axis::<2>));
    let _ = x.move_axis((Axis::<0>, Axis::<1>), (Axis::<1>,));
}
