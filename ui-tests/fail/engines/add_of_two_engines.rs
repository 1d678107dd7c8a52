//@ only: tensors of this crate's own are on one engine
use conformable::Shape;
use conformable::engine::{Binary, On, op};

type Row<E> = On<f32, Shape![3], E>;

fn add<E: Binary<op::Add, f32>, F: Binary<op::Add, f32>>(x: &Row<E>, y: &Row<F>) {
    let _ = x + x;
    let _ = x + y;
}

fn main() {}
