use conformable::{Tensor};

fn main() {
    let (x, y) = (Tensor::from([1.0, 2.0]), Tensor::from([2.0, 1.0]));
    let _ = x.less(&y);
    let _ = x.less(y);
}
