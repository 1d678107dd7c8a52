// `&all`
use conformable::{Axis, Tensor, concat};

fn main() {
    let all = vec![Tensor::from([1, 2, 3]), Tensor::from([4, 5, 6])];
    concat(Axis::<0>, &all);
    concat(Axis::<0>, all);
}
