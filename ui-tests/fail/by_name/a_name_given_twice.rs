use conformable::{Shape, Tensor, axis_names};

axis_names! { Batch, Time }

fn sums(x: &Tensor<f32, Shape![Batch = _, Time = _]>) {
    let _ = x.sum((Batch, Time));
    let _ = x.sum((Batch, Batch));
}

fn main() {}
