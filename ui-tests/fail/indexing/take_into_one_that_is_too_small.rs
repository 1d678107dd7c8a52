// there are three rows
use conformable::{Axis, Tensor};

fn main() {
    let (x, i) = (Tensor::from([[1, 2], [3, 4]]), Tensor::from([0, 1, 1]));
    x.take_into(Axis::<0>, &i, &mut Tensor::from([[0; 2]; 3]));
    x.take_into(Axis::<0>, &i, &mut Tensor::from([[0; 2]; 2]));
}
