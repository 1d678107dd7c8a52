use conformable::engine::{EngineTensor, Native};
use conformable::{Shape, Size};
use conformable_models::{BatchNorm2d, Module};

type Norm = BatchNorm2d<Size<64>, f32, Native>;

fn fits(norm: &Norm, x: &EngineTensor<f32, Shape![1, 64, 8, 8], Native>) -> EngineTensor<f32, Shape![1, 64, 8, 8], Native> {
    norm.forward(x)
}

fn main() {}

fn refused(norm: &Norm, x: &EngineTensor<f32, Shape![1, 32, 8, 8], Native>) {
    norm.forward(x);
}
