use conformable::windows::Window;
use conformable::{Axis, Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 4], 1.0);
    let _ = x.sliding_windows(Axis::<1>, Size::<4>, Window::new());
    let _ = x.sliding_windows(Axis::<2>, Size::<4>, Window::new());
}
