use conformable::{Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let v = Tensor::from([1, 2, 3]);
    let _ = v.outer_into(&v, &mut Tensor::from([[0; 3]; 3]));
    let _ = v.outer_into(&x, &mut Tensor::from([[0; 3]; 3]));
}
