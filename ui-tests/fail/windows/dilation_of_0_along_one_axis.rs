use conformable::windows::Window;
use conformable::{shape};

fn main() {
    let _ = Window::new().dilation(shape![1, 2]);
    let _ = Window::new().dilation(shape![1, 0]);
}
