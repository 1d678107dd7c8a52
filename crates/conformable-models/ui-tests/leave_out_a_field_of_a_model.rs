use conformable::Size;
use conformable::engine::{Engine, FloatEngine};
use conformable_models::{LayerNorm, Linear, model};

struct Fits<E: Engine> {
    norm: LayerNorm<Size<8>, f32, E>,
    output: Linear<Size<8>, Size<2>, f32, E>,
}

model!([E: FloatEngine<f32>] Fits<E> as f32 on E { norm = "ln_f", output });

struct Refused<E: Engine> {
    norm: LayerNorm<Size<8>, f32, E>,
    output: Linear<Size<8>, Size<2>, f32, E>,
}

model!([E: FloatEngine<f32>] Refused<E> as f32 on E { norm = "ln_f" });

fn main() {}
