use conformable::{Axis, Pdpd, Tensor, zip};

fn main() {
    let (x, rows) = (Tensor::from([[1, 2, 3], [4, 5, 6]]), Tensor::from([10, 20]));
    let _ = zip((&x, &rows)).under(Pdpd(Axis::<0>)).map(|(x, row)| x + row);
    let _ = zip((&x, &rows)).under(Pdpd(Axis::<1>)).map(|(x, row)| x + row);
}
