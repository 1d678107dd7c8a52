use conformable::{Axis, Pdpd, Tensor, shape};

fn main() {
    let a = Tensor::<f32, _>::zeros(shape![2, 3, 4, 5]);
    let b = Tensor::zeros(shape![4, 5]);
    let _ = a.under(Pdpd(Axis::<2>)) + &b;
    let _ = a.under(Pdpd(Axis::<3>)) + &b;
}
