use conformable::{Tensor, shape};

fn main() {
    let rows = 2;
    let x = Tensor::<f32, _>::zeros(shape![rows, 3]);
    let _ = &x + Tensor::zeros(shape![rows, 3]);
    let _ = &x + Tensor::zeros(shape![rows, 4]);
}
