use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([1, 2, 3]);
    let _ = x.unsqueeze(Axis::<0>).t();

    let _ = x.t();
}
