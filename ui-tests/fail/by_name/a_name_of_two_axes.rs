use conformable::{Shape, Tensor, axis_names};

axis_names! { Batch }

fn sums(x: &Tensor<f32, Shape![Batch = _]>, y: &Tensor<f32, Shape![Batch = _, Batch = _]>) {
    let _ = x.sum(Batch);
    let _ = y.sum(Batch);
}

fn main() {}
