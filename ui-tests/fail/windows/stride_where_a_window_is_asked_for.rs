use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    let w = Tensor::full(shape![64, 3, 3, 3], 1.0);
    let _ = x.conv(&w, Window::new().stride(Size::<2>));
    let _ = x.conv(&w, Size::<2>);
}
