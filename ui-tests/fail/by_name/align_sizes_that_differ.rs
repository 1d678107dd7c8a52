use conformable::{Shape, Tensor, axis_names};

axis_names! { Batch, Channels }

fn scaled(x: &Tensor<f32, Shape![Batch = _, Channels = 3]>, y: &Tensor<f32, Shape![Channels = 3]>) {
    let (left, right) = x.align(y);
    let _ = left * right;

    let z = Tensor::<f32, Shape![Channels = 4]>::default();
    let _ = x.align(&z);
}

fn main() {}
