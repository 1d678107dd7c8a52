use conformable::engine::{Native, EngineTensor};
use conformable::{Shape, Size};
use conformable_models::{LayerNorm, Linear, Module};

type Block = (Linear<Size<3>, Size<5>, f32, Native>, LayerNorm<Size<5>, f32, Native>);
type Wrong = (Linear<Size<3>, Size<5>, f32, Native>, LayerNorm<Size<6>, f32, Native>);

fn main() {}

fn fits(block: &Block, x: &EngineTensor<f32, Shape![2, 3], Native>) -> EngineTensor<f32, Shape![2, 5], Native> {
    block.forward(x)
}

fn refused(block: &Wrong, x: &EngineTensor<f32, Shape![2, 3], Native>) {
    block.forward(x);
}
