// they are taken flat
use conformable::{Axis, Tensor};

fn main() {
    let (x, i) = (Tensor::from([10, 20, 30]), Tensor::from([[[[[[[0, 2]]]]]]]));
    x.take(Axis::<0>, &Tensor::from([[[[[[0, 2]]]]]]));
    x.take(Axis::<0>, &i.flatten_view());
    x.take(Axis::<0>, &i);
}
