use conformable::engine::{Native, EngineTensor};
use conformable::{Shape, Size};
use conformable_models::{Conv2d, Module};

type Edges = Conv2d<Size<3>, Size<8>, Size<5>, Size<5>, f32, Native>;

fn fits(edges: &Edges, x: &EngineTensor<f32, Shape![4, 3, 28, 28], Native>) -> EngineTensor<f32, Shape![4, 8, 24, 24], Native> {
    edges.forward(x)
}

fn main() {}

fn refused(edges: &Edges, x: &EngineTensor<f32, Shape![4, 1, 28, 28], Native>) {
    edges.forward(x);
}
