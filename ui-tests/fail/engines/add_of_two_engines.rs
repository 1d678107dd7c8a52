//@ only: tensors of this crate's own are on one engine
use conformable::Shape;
use conformable::engine::{BinaryKernel, EngineTensor, op};

type Row<E> = EngineTensor<f32, Shape![3], E>;

fn add<E: BinaryKernel<op::Add, f32>, F: BinaryKernel<op::Add, f32>>(x: &Row<E>, y: &Row<F>) {
    let _ = x + x;
    let _ = x + y;
}

fn main() {}
