use conformable::{Tensor, broadcast};

fn main() {
    let (x, y) = (Tensor::from([[1], [2]]), Tensor::from([3, 4]));
    let _ = broadcast((&x, &y, &y));
    let _ = broadcast((&x, &y, &Tensor::from([5, 6, 7])));
}
