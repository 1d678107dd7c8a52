use conformable::engine::{Native, On};
use conformable::{Dyn, Size};
use conformable_models::{Linear, Module, Relu};

type L<I, O> = Linear<I, O, f32, Native>;

fn fits(model: &(L<Size<64>, Size<128>>, Relu, L<Size<128>, Size<10>>), x: &On<f32, (Dyn, Size<64>), Native>) -> On<f32, (Dyn, Size<10>), Native> {
    model.forward(x)
}

fn main() {}

fn refused(model: &(L<Size<64>, Size<128>>, Relu, L<Size<100>, Size<10>>), x: &On<f32, (Dyn, Size<64>), Native>) {
    model.forward(x);
}
