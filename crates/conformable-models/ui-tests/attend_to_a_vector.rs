use conformable::engine::{Native, On};
use conformable::{Shape, Size};
use conformable_models::{Attention, Module};

type Attends = Attention<Size<64>, Size<4>, Size<16>, f32, Native>;

fn fits(model: &Attends, x: &On<f32, Shape![7, 64], Native>) -> On<f32, Shape![7, 64], Native> {
    model.forward(x)
}

fn main() {}

fn refused(model: &Attends, x: &On<f32, Shape![64], Native>) {
    model.forward(x);
}
