use conformable::windows::Window;
use conformable::engine::EngineTensor;
use conformable::{Tensor, shape};

fn tensors() {
    let x = Tensor::full(shape![8, 3, 4, 4], 1.0);
    let _ = x.max_pool(shape![5, 5], Window::new());
}

fn engines() {
    let x = Tensor::full(shape![8, 3, 4, 4], 1.0);
    let on = EngineTensor::from(x);
    let _ = on.max_pool(shape![2, 2], Window::new());
    let _ = on.max_pool(shape![5, 5], Window::new());
}

fn main() {}
