use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 4, 5, 5], 1.0);
    let w = Tensor::full(shape![4, 1, 3, 3], 1.0);
    let _ = x.conv(&w, Window::new().groups(Size::<4>));
    let _ = x.conv(&w, Window::new());
}
