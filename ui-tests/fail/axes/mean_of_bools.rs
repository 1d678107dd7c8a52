use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([true, false]);
    let _ = x.map(f64::from).mean(Axis::<0>);

    let _ = x.mean(Axis::<0>);
}
