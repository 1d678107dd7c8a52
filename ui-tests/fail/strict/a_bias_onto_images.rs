use conformable::{EqualRanks, Onto, Tensor, shape};

fn main() {
    let images: Tensor<f32, _> = Tensor::zeros(shape![8, 3, 32, 32]);
    let _ = images.under(EqualRanks(Onto)) + &Tensor::zeros(shape![1, 3, 1, 1]);
    let _ = images.under(EqualRanks(Onto)) + &Tensor::zeros(shape![32]);
}
