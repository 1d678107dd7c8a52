//! Two functions of one module declare a name: the hashes of their paths are equal.

use conformable::{Tensor, axis_names, shape};

axis_names! { Batch }

type Outer = Batch;

fn main() {
    axis_names! { Batch }

    let x = Tensor::<f32, _>::ones(shape![Batch = 2]);
    let _ = x.sum(Batch);

    let y = Tensor::<f32, _>::ones(shape![Outer = 2]);
    let _ = y.sum(Batch);
    let _ = x.align(&y);
}
