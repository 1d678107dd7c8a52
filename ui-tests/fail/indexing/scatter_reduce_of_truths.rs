// truths have no sum
use conformable::ops::ScatterReduce;
use conformable::{Axis, Tensor};

fn main() {
    let mut x = Tensor::from([[1, 2, 3], [4, 5, 6]]);
    x.scatter_reduce(Axis::<1>, &Tensor::from([[0], [1]]), 7, ScatterReduce::Max);
    let mut mask = x.greater(3);
    mask.scatter_reduce(Axis::<1>, &Tensor::from([[0], [1]]), true, ScatterReduce::Max);
}
