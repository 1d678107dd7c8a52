use conformable::windows::Window;
use conformable::{Axis, Size, Tensor};

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    let _ = x.sliding_windows_axes((Axis::<0>, Axis::<1>), Size::<2>, Window::new());

    let _ = x.sliding_windows_axes((Axis::<0>, Axis::<1>), (Size::<2>, Size::<3>), Window::new());
}
