use conformable::{Dyn, EqualRanks, Numpy, Tensor, shape};

fn main() {
    let n = 2;
    let wanted: Tensor<f32, (Dyn,)> = Tensor::zeros(shape![n]);
    let found = Tensor::zeros(shape![n, 1]);
    let _ = wanted.unsqueeze(conformable::Axis::<1>).under(EqualRanks(Numpy)) - &found;
    let _ = wanted.under(EqualRanks(Numpy)) - &found;
}
