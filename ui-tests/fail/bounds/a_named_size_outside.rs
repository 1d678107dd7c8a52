use conformable::{Pdpd, Shape, Tensor, Trailing};

struct Batch;

fn add(x: &Tensor<f32, Shape![Batch = 1..=128, 3]>, y: &Tensor<f32, Shape![Batch = 256, 3]>) {
    let _ = x.under(Pdpd(Trailing)) + y;
}

fn main() {}
