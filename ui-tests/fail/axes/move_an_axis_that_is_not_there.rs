use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[[1, 2, 3], [4, 5, 6]]]);
    let _ = x.move_axis(Axis::<0>, Axis::<-1>);

    let _ = x.move_axis(Axis::<3>, Axis::<-1>);
}
