use conformable::engine::{Native, EngineTensor};
use conformable::{Shape, Size};
use conformable_models::{Attention, Module};

type Attends = Attention<Size<64>, Size<4>, Size<16>, f32, Native>;

fn fits(model: &Attends, x: &EngineTensor<f32, Shape![7, 64], Native>) -> EngineTensor<f32, Shape![7, 64], Native> {
    model.forward(x)
}

fn main() {}

fn refused(model: &Attends, x: &EngineTensor<f32, Shape![64], Native>) {
    model.forward(x);
}
