use conformable::engine::{Native, EngineTensor};
use conformable::{Dyn, Size};
use conformable_models::{Linear, Module, Relu, Residual};

type L<I, O> = Linear<I, O, f32, Native>;

fn fits(block: &Residual<(L<Size<3>, Size<5>>, Relu, L<Size<5>, Size<3>>)>, x: &EngineTensor<f32, (Dyn, Size<3>), Native>) {
    block.forward(x);
}

fn main() {}

fn refused(block: &Residual<(L<Size<3>, Size<5>>, Relu)>, x: &EngineTensor<f32, (Dyn, Size<3>), Native>) {
    block.forward(x);
}
