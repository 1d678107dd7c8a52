use conformable::{Shape, Tensor};

mod audio {
    conformable::axis_names! { pub Batch }
}

mod images {
    conformable::axis_names! { pub Batch }
}

use images::Batch;

fn sums(x: &Tensor<f32, Shape![Batch = _, 3]>) {
    let _ = x.sum(images::Batch);
    let _ = x.sum(audio::Batch);
}

fn main() {}
