use conformable::{Explicit, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let _ = x.under(Explicit) + &x;
    let _ = x.under(Explicit) + Tensor::from([[1, 2, 3]]);
}
