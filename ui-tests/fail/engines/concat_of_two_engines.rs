//@ only: tensors in memory have one place
use conformable::engine::{ConcatKernel, EngineTensor, concat};
use conformable::{Axis, Shape};

type Row<E> = EngineTensor<f32, Shape![3], E>;

fn join<E: ConcatKernel<f32>, F: ConcatKernel<f32>>(x: &Row<E>, y: &Row<F>) {
    let _ = concat(Axis::<0>, (x, x));
    let _ = concat(Axis::<0>, (x, y));
}

fn main() {}
