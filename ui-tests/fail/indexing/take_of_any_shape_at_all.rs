// in generic code the bound says that there is the axis
use conformable::axes::{Take, Taken};
use conformable::{Axis, Shape, Size, Tensor};

type One = (Size<1>,);

fn first<S: Shape + Take<Axis<0>, One>>(x: &Tensor<f32, S>, i: &Tensor<usize, One>) -> Tensor<f32, Taken<S, Axis<0>, One>> {
    x.take(Axis::<0>, i)
}

fn unbound<S: Shape>(x: &Tensor<f32, S>, i: &Tensor<usize, One>) {
    x.take(Axis::<0>, i);
}

fn main() {}
