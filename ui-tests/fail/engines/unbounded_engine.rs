//@ only: tensors are on no engine
use conformable::engine::{Engine, On, Products};
use conformable::{Axis, Dim};

fn twice<N: Dim, E: Products<f32>>(x: &On<f32, (N, N), E>) -> On<f32, (N, N), E> {
    x.matmul(x)
}

fn unbounded<N: Dim, E: Engine>(x: &On<f32, (N, N), E>) {
    x.matmul(x);
    x.softmax(Axis::<1>);
    x.swap_axes(Axis::<0>, Axis::<1>);
}

fn main() {}
