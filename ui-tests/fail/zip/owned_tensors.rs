use conformable::{Tensor, zip};

fn main() {
    let (x, y) = (Tensor::from([1, 2]), Tensor::from([3, 4]));
    let _ = zip((&x, &y)).map(|(x, y)| x * y);
    let _ = zip((x, y)).map(|(x, y)| x * y);
}
