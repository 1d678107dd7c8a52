use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    let _ = x.unsqueeze(Axis::<0>).diagonal(Axis::<0>, Axis::<1>);

    let _ = x.diagonal(Axis::<0>, Axis::<1>);
}
