// 2 and 3 stand on the axis that is not gathered along
use conformable::{Axis, Tensor};

fn main() {
    let x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    x.gather(Axis::<1>, &Tensor::from([[0], [2]]));
    x.gather(Axis::<1>, &Tensor::from([[0], [2], [1]]));
}
