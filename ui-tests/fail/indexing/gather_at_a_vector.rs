// the indices have all axes
use conformable::{Axis, Tensor};

fn main() {
    let (x, i) = (Tensor::from([[1, 2, 3], [4, 5, 6]]), Tensor::from([0, 2]));
    x.gather(Axis::<1>, &i.unsqueeze(Axis::<1>));
    x.gather(Axis::<0>, &i);
}
