// the sum has to be a dim
use conformable::ops::Pad;
use conformable::{Axis, Dim, Size, Tensor};

fn bad<N: Dim>(x: &Tensor<f32, (N,)>) {
    x.pad(Axis::<0>, (Size::<1>, Size::<1>), Pad::Edge);
}

fn main() {}
