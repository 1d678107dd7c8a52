use conformable::{Tensor};

fn main() {
    let _ = Tensor::from([0.0; 1024]);
    let _ = Tensor::from([0.0; 1025]);
}
