use conformable::windows::Window;
use conformable::engine::EngineTensor;
use conformable::{Tensor, shape};

fn tensors() {
    let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    let large = Tensor::full(shape![64, 3, 7, 7], 1.0);
    let _ = x.conv(&large, Window::new());
}

fn engines() {
    let x = Tensor::full(shape![8, 3, 5, 5], 1.0);
    let large = Tensor::full(shape![64, 3, 7, 7], 1.0);
    let on = EngineTensor::from(x);
    let _ = on.conv(&EngineTensor::from(Tensor::full(shape![64, 3, 3, 3], 1.0)), Window::new());
    let _ = on.conv(&EngineTensor::from(large), Window::new());
}

fn main() {}
