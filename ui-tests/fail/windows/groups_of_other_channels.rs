use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 6, 5, 5], 1.0);
    let w = Tensor::full(shape![12, 2, 3, 3], 1.0);
    let _ = x.conv(&w, Window::new().groups(Size::<3>));
    let _ = x.conv(&w, Window::new().groups(Size::<2>));
}
