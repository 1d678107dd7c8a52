use conformable::{Axis, Shape, Tensor, axis_names};

axis_names! { Batch, Channels }

fn product(x: &Tensor<f32, Shape![Batch = _, Channels = 3]>) {
    let _ = x.matmul_over(Channels, x);
    let _ = x.matmul_over(Axis::<1>, x);
}

fn main() {}
