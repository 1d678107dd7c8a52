use conformable::Size;
use conformable::engine::Native;
use conformable_models::{Linear, ModelError, Sgd};

type L<I, O> = Linear<I, O, f32, Native>;

fn fits(layer: &mut L<Size<3>, Size<5>>, velocity: &mut L<Size<3>, Size<5>>, gradients: &L<Size<3>, Size<5>>) -> Result<(), ModelError<Native>> {
    Sgd { rate: 0.1, momentum: 0.9 }.step(layer, velocity, gradients)
}

fn main() {}

fn refused(layer: &mut L<Size<3>, Size<5>>, velocity: &mut L<Size<3>, Size<5>>, gradients: &L<Size<5>, Size<2>>) -> Result<(), ModelError<Native>> {
    Sgd { rate: 0.1, momentum: 0.9 }.step(layer, velocity, gradients)
}
