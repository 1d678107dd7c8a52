use conformable::{Tensor, zip};

fn main() {
    let (x, row, longer) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([5, 6]), Tensor::from([7, 8, 9]));
    let _ = zip((&x, &row, &row)).map(|(x, y, z)| x * y + z);
    let _ = zip((&x, &row, &longer)).map(|(x, y, z)| x * y + z);
}
