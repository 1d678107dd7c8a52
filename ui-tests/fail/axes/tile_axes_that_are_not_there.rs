use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let _ = x.tile_axes((Axis::<0>, Axis::<1>), Size::<2>);

    let _ = x.tile_axes((Axis::<0>, Axis::<2>), Size::<2>);
}
