//! The result would not have the name: `Batch` is one size everywhere.

use conformable::{Axis, Shape, Tensor, axis_names, concat};

axis_names! { Batch }

fn both(x: &Tensor<f32, Shape![Batch = 2, 3]>) {
    let _ = concat(Axis::<0>, (x, x));
    let _ = concat(Batch, (x, x));
}

fn main() {}
