use conformable::Dim;
use conformable::engine::{FloatEngine, EngineTensor};
use conformable_models::{Linear, Module, Relu};

type L<I, O, E> = Linear<I, O, f32, E>;

fn fits<N: Dim, I: Dim, H: Dim, O: Dim, E: FloatEngine<f32>>(
    model: &(L<I, H, E>, Relu, L<H, O, E>),
    x: &EngineTensor<f32, (N, I), E>,
) -> EngineTensor<f32, (N, O), E> {
    model.forward(x)
}

fn main() {}

fn refused<N: Dim, I: Dim, H: Dim, O: Dim, E: FloatEngine<f32>>(model: &(L<I, H, E>, Relu, L<I, O, E>), x: &EngineTensor<f32, (N, I), E>) {
    model.forward(x);
}
