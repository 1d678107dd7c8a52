use conformable::{Axis, Pdpd, Tensor, Trailing};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let row = Tensor::from([1, 2, 3]);
    let _ = x.under(Pdpd(Trailing)) + &row;

    let _ = x.under(Pdpd(Axis::<-1>)) + &row;
}
