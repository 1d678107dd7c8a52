use conformable::{Axis, Size, Tensor};

fn main() {
    let mut x = Tensor::from([[1, 2], [3, 4]]);
    let _ = x.axis_chunks_iter_mut(Axis::<0>, Size::<2>);
    let _ = x.axis_chunks_iter_mut(Axis::<0>, 2);
}
