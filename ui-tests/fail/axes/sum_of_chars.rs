use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from(['a', 'b']);
    let _ = x.map(u32::from).sum(Axis::<0>);

    let _ = x.sum(Axis::<0>);
}
