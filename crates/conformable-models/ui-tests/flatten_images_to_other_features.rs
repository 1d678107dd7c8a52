use conformable::engine::{Native, EngineTensor};
use conformable::{Shape, Size};
use conformable_models::{Flatten, Linear, Module};

fn fits(model: &(Flatten, Linear<Size<392>, Size<10>, f32, Native>), x: &EngineTensor<f32, Shape![4, 8, 7, 7], Native>) {
    model.forward(x);
}

fn main() {}

fn refused(model: &(Flatten, Linear<Size<512>, Size<10>, f32, Native>), x: &EngineTensor<f32, Shape![4, 8, 7, 7], Native>) {
    model.forward(x);
}
