use conformable::engine::{Native, On};
use conformable::{Shape, Size};
use conformable_models::{Conv2d, Module};

type Edges = Conv2d<Size<3>, Size<8>, Size<5>, Size<5>, f32, Native>;

fn fits(edges: &Edges, x: &On<f32, Shape![4, 3, 28, 28], Native>) -> On<f32, Shape![4, 8, 24, 24], Native> {
    edges.forward(x)
}

fn main() {}

fn refused(edges: &Edges, x: &On<f32, Shape![4, 1, 28, 28], Native>) {
    edges.forward(x);
}
