use conformable::{Shape, Tensor};

fn main() {
    let (mut matrix, mut row) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([1, 2]));
    matrix += 1;
    let mut stretched = row.broadcast_to::<Shape![2, 2]>();
    stretched += &matrix;
    row += 1;
}
