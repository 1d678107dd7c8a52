use conformable::{Tensor, rearrange};

fn main() {
    let x = Tensor::from([[1, 2, 3, 4], [5, 6, 7, 8]]);
    let _ = rearrange!(t (h d) -> h t d; x, h = 2);
    let _ = rearrange!(t (h d) -> h t d; x, h = 2, h = 2);
}
