//@ says: expected `Tensor<f64, (Out,)>`, found `Tensor<f64, (Dyn<Batch>,)>`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/digits/model.rs"]
mod model;

use conformable::{Axis, Dim};
use model::{Linear, Rows};

fn backward<In: Dim, Out: Dim>(x: &Rows<In>, dy: &Rows<Out>) -> Linear<In, Out> {
    Linear { weight: x.t().matmul(dy), bias: dy.sum(Axis::<0>) }
}

fn columns<In: Dim, Out: Dim>(x: &Rows<In>, dy: &Rows<Out>) -> Linear<In, Out> {
    Linear { weight: x.t().matmul(dy), bias: dy.sum(Axis::<1>) }
}

fn main() {}
