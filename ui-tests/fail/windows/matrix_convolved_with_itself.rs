use conformable::windows::Window;
use conformable::{Tensor, shape};

fn main() {
    let image = Tensor::full(shape![1, 3, 5], 1.0);
    let _ = image.conv(&image, Window::new());
    let matrix = Tensor::full(shape![3, 5], 1.0);
    let _ = matrix.conv(&matrix, Window::new());
}
