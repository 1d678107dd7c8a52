use conformable::{Shape, Tensor, axis_names};

axis_names! { Words }

fn scaled(x: &Tensor<f32, Shape![Words = _, Words = _]>, y: &Tensor<f32, Shape![Words = _]>) {
    let _ = y.align(y);
    let _ = x.align(y);
}

fn main() {}
