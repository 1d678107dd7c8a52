//! Only pools round up.
use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![1, 3, 4, 4], 1.0);
    let w = Tensor::full(shape![8, 3, 3, 3], 1.0);
    let _ = x.max_pool(shape![3, 3], Window::new().stride(Size::<2>).ceil_mode());
    let _ = x.conv(&w, Window::new().stride(Size::<2>).ceil_mode());
}
