use conformable::{Tensor, einsum};

fn main() {
    let (x, y) = (Tensor::from([[1, 2, 3], [4, 5, 6]]), Tensor::from([[1], [2], [3]]));
    einsum!(i j, j k -> i k; &x, &y);

    einsum!(i, i j -> j; &x, &y);
}
