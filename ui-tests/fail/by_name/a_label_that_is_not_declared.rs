//! `Rows` is a label, but not a name: types cannot show that it is not `Batch`.

use conformable::{Shape, Tensor, axis_names};

axis_names! { Batch }

struct Rows;

fn sums(x: &Tensor<f32, Shape![Rows = 3, Batch = _]>) {
    let _ = x.sum(Batch);
}

fn main() {}
