use conformable::windows::Window;
use conformable::{Size};

fn main() {
    let _ = Window::new().stride(Size::<1>);
    let _ = Window::new().stride(Size::<0>);
}
