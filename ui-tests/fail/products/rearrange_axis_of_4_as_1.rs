use conformable::{Tensor, rearrange};

fn main() {
    let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    let _ = rearrange!(t c -> t c 1; x);
    let _ = rearrange!(t 1 -> t; x);
}
