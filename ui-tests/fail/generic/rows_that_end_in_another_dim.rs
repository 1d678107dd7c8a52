// the last axis has to be that of the weights
use conformable::{Dim, EndsIn, Tensor, shape};

fn linear<S: EndsIn<D>, D: Dim, O: Dim>(x: &Tensor<f32, S>, w: &Tensor<f32, (D, O)>) -> Tensor<f32, S::To<O>> {
    x.matmul(w)
}

fn main() {
    let w = Tensor::ones(shape![4, 5]);
    linear(&Tensor::ones(shape![2, 3, 4]), &w);
    linear(&Tensor::ones(shape![2, 4, 3]), &w);
}
