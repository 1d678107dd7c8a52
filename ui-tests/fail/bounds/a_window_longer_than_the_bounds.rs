use conformable::windows::Window;
use conformable::{Shape, Tensor, shape};

fn pooled(x: &Tensor<f32, Shape![8, 1..=4]>) {
    x.max_pool(shape![5], Window::new());
}

fn main() {
    pooled(&Tensor::ones(shape![8, 4]).widen());
}
