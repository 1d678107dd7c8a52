use conformable::{Axis, Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![2, 3, 4], 1.0);
    let _ = x.clone().flatten_axes_to(Axis::<-2>, Size::<12>);
    let _ = x.flatten_axes_to(Axis::<-1>, Size::<12>);
}
