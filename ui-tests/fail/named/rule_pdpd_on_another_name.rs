use conformable::{Axis, Pdpd, Tensor, shape};

struct Heads;
struct Rows;

fn main() {
    let x = Tensor::full(shape![Heads = 8, Rows = 4, 16], 1.0);
    let _ = x.under(Pdpd(Axis::<1>)) * &Tensor::full(shape![Rows = 4], 1.0);

    let _ = x.under(Pdpd(Axis::<0>)) * &Tensor::full(shape![Rows = 4], 1.0);
}
