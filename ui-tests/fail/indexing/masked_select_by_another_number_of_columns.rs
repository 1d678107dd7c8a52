// a mask stretches to the tensor
use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1, 2], [3, 4]]);
    x.masked_select(&Tensor::from([true, false]));
    x.masked_select(&Tensor::from([true, false, true]));
}
