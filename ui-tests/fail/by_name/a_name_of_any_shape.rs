use conformable::{AnyShape, Tensor, axis_names};

axis_names! { Batch }

fn sums(x: &Tensor<f32, AnyShape>) {
    let _ = x.sum(0);
    let _ = x.sum(Batch);
}

fn main() {}
