//@ only: tensors are on no engine
use conformable::engine::{Engine, EngineTensor, MatmulKernel};
use conformable::{Axis, Dim};

fn twice<N: Dim, E: MatmulKernel<f32>>(x: &EngineTensor<f32, (N, N), E>) -> EngineTensor<f32, (N, N), E> {
    x.matmul(x)
}

fn unbounded<N: Dim, E: Engine>(x: &EngineTensor<f32, (N, N), E>) {
    x.matmul(x);
    x.softmax(Axis::<1>);
    x.swap_axes(Axis::<0>, Axis::<1>);
}

fn main() {}
