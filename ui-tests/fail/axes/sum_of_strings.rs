use conformable::{Axis, Tensor, shape};

fn main() {
    let x = Tensor::full(shape![2], String::from("text"));
    let _ = x.iter().map(String::len).sum::<usize>();

    let _ = x.sum(Axis::<0>);
}
