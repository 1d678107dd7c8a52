use conformable::engine::{EngineTensor, Native};
use conformable::{Shape, Size};
use conformable_models::{Linear, Module, NoBias};

type Layer<B> = Linear<Size<3>, Size<5>, f32, Native, B>;
type Row<const N: usize> = EngineTensor<f32, (Size<N>,), Native>;

fn fits(layer: &Layer<Row<5>>, other: &Layer<NoBias>, x: &EngineTensor<f32, Shape![2, 3], Native>) {
    layer.forward(x);
    other.forward(x);
}

fn main() {}

fn refused(layer: &Layer<Row<4>>, x: &EngineTensor<f32, Shape![2, 3], Native>) {
    layer.forward(x);
}
