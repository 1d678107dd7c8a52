use conformable::engine::{EngineTensor, Native};
use conformable::{Shape, Size};
use conformable_models::{LayerNorm, Module};
use half::bf16;

type Norm = LayerNorm<Size<3>, f32, Native>;

fn fits(norm: &Norm, x: &EngineTensor<bf16, Shape![2, 3], Native>) {
    norm.forward(&x.cast::<f32>());
}

fn main() {}

fn refused(norm: &Norm, x: &EngineTensor<bf16, Shape![2, 3], Native>) {
    norm.forward(x);
}
