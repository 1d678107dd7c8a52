use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 4, 5, 5], 1.0);
    let _ = x.conv(&Tensor::full(shape![4, 1, 3, 3], 1.0), Window::new().depthwise());
    let _ = x.conv(&Tensor::full(shape![4, 4, 3, 3], 1.0), Window::new().depthwise());
}
