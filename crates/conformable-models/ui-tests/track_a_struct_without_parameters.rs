use conformable::Size;
use conformable::engine::Native;
use conformable_models::{Linear, Moments, Relu};

type Output = Linear<Size<8>, Size<2>, f32, Native>;

struct Mlp {
    output: Output,
}

fn fits(model: &(Relu, Output)) {
    let _ = Moments::of(model);
}

fn main() {}

fn refused(model: &Mlp) {
    let _ = &model.output;
    let _ = Moments::of::<f32, Native>(model);
}
