use conformable::{Axis, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![2], "text");
    let _ = x.map(str::len).sum(Axis::<0>);

    let _ = x.sum(Axis::<0>);
}
