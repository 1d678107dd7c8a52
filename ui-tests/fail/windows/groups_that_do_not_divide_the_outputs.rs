use conformable::windows::Window;
use conformable::{Size, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![8, 4, 5, 5], 1.0);
    let window = Window::new().groups(Size::<4>);
    let _ = x.conv(&Tensor::full(shape![8, 1, 3, 3], 1.0), window);
    let _ = x.conv(&Tensor::full(shape![6, 1, 3, 3], 1.0), window);
}
