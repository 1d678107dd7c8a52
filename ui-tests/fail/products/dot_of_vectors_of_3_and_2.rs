use conformable::{Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let v = Tensor::from([1, 2, 3]);
    let _ = v.dot(&v);
    let _ = v.dot(&Tensor::from([1, 2]));
}
