use conformable::engine::{Native, EngineTensor};
use conformable::{Dyn, Size};
use conformable_models::{Linear, Module, Relu};

type L<I, O> = Linear<I, O, f32, Native>;

fn fits(model: &(L<Size<64>, Size<128>>, Relu, L<Size<128>, Size<10>>), x: &EngineTensor<f32, (Dyn, Size<64>), Native>) -> EngineTensor<f32, (Dyn, Size<10>), Native> {
    model.forward(x)
}

fn main() {}

fn refused(model: &(L<Size<64>, Size<128>>, Relu, L<Size<100>, Size<10>>), x: &EngineTensor<f32, (Dyn, Size<64>), Native>) {
    model.forward(x);
}
