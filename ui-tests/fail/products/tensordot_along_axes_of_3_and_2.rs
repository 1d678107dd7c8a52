use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    let v = Tensor::from([1, 2, 3]);
    let _ = x.tensordot(&x, Axis::<0>, Axis::<0>);
    let _ = x.tensordot(&x, Axis::<1>, Axis::<0>);
}
