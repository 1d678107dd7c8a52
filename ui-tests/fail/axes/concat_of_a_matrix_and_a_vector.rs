// a row is a matrix of one row: `unsqueeze`
use conformable::{Axis, Tensor, concat};

fn main() {
    let (x, row) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([5, 6]));
    concat(Axis::<0>, (&x, &row.unsqueeze(Axis::<0>)));
    concat(Axis::<0>, (&x, &row));
}
