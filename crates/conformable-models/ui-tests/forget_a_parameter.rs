use conformable::Size;
use conformable::engine::FloatEngine;
use conformable_models::{At, Linear, Mapped, Parameters, Visitor};

struct Mlp<E: FloatEngine<f32>> {
    hidden: Linear<Size<3>, Size<8>, f32, E>,
    output: Linear<Size<8>, Size<2>, f32, E>,
}

impl<E: FloatEngine<f32>> Parameters<f32, E> for Mlp<E> {
    fn map<const N: usize, V: Visitor<N, f32, E>>(all: [&Self; N], at: &mut At<'_, V>) -> Mapped<Self, E> {
        Ok(Self { hidden: at.part("hidden", all.map(|model| &model.hidden))? })
    }
}

fn main() {}
