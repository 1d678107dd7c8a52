use conformable::{Shape, Tensor, axis_names};

axis_names! { Batch, Channels, Features }

fn layer(x: &Tensor<f32, Shape![Batch = _, Channels = 3]>, w: &Tensor<f32, Shape![Channels = 3, Features = 8]>) {
    let _: Tensor<f32, Shape![Batch = _, Features = 8]> = x.matmul_over(Channels, w);

    let _ = x.matmul_over(Batch, w);
}

fn main() {}
