use conformable::{Axis, Shape, Tensor, axis_names};

axis_names! { Batch, Time }

fn sums(x: &Tensor<f32, Shape![Batch = _, Time = _]>) {
    let _ = x.sum((Batch, Time));
    let _ = x.sum((Batch, Axis::<1>));
}

fn main() {}
