use conformable::{Axis, Pdpd, Tensor, shape};

fn main() {
    let a = Tensor::<f32, _>::zeros(shape![1, 3]);
    let _ = a.under(Pdpd(Axis::<0>)) * Tensor::zeros(shape![1]);
    let _ = a.under(Pdpd(Axis::<0>)) * Tensor::zeros(shape![2]);
}
