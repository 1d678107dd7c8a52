use conformable::{Tensor};

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    let _ = x.less(1.0);
    let _ = x.less(1);
}
