use conformable::{Numpy, Tensor};

fn main() {
    let mut x = Tensor::from([[1.0], [2.0]]);
    let _ = x.under_mut(Numpy).try_mul_assign(&Tensor::from([3.0]));
    let _ = x.under_mut(Numpy).try_mul_assign(&Tensor::from([3.0, 4.0]));
}
