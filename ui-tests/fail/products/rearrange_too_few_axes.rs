use conformable::{Tensor, rearrange};

fn main() {
    let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    let _ = rearrange!(t c -> c t; x);
    let _ = rearrange!(t -> t 1; x);
}
