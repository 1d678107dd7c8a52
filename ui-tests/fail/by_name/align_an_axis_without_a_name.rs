use conformable::{Shape, Tensor, axis_names};

axis_names! { Batch, Channels }

fn scaled(x: &Tensor<f32, Shape![Batch = _, Channels = 3]>, y: &Tensor<f32, Shape![3]>) {
    let named = y.to_owned().named::<Shape![Channels = 3]>();
    let _ = x.align(&named);

    let _ = x.align(y);
}

fn main() {}
