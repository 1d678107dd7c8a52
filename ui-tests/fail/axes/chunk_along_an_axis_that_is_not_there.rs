use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.chunk(Axis::<1>, Size::<3>);
    let _ = x.chunk(Axis::<2>, Size::<3>);
}
