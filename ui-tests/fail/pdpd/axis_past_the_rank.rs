use conformable::{Axis, Pdpd, Tensor, shape};

fn main() {
    let a = Tensor::<f32, _>::zeros(shape![2, 3, 4, 5]);
    let b = Tensor::zeros(shape![1]);
    let _ = a.under(Pdpd(Axis::<4>)) + &b;
    let _ = a.under(Pdpd(Axis::<5>)) + &b;
}
