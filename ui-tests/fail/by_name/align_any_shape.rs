use conformable::{AnyShape, Shape, Tensor, axis_names};

axis_names! { Batch }

fn scaled(x: &Tensor<f32, Shape![Batch = _]>, y: &Tensor<f32, AnyShape>) {
    let _ = x.align(x);
    let _ = x.align(y);
}

fn main() {}
