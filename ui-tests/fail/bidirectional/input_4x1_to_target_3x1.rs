use conformable::{Bidirectional, Tensor, shape};

fn main() {
    let input = Tensor::<f32, _>::zeros(shape![4, 1]);
    let _ = input.under(Bidirectional) * Tensor::ones(shape![4]);
    let _ = input.under(Bidirectional) * Tensor::ones(shape![3, 1]);
}
