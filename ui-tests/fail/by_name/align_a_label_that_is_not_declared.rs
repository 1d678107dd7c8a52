use conformable::{Shape, Tensor, axis_names};

axis_names! { Batch }

struct Channels;

fn scaled(x: &Tensor<f32, Shape![Batch = _]>, y: &Tensor<f32, Shape![Channels = 3]>) {
    let _ = x.align(x);
    let _ = x.align(y);
    let _ = y.align(x);
}

fn main() {}
