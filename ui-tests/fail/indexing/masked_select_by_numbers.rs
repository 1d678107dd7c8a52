// a mask is of `bool`s
use conformable::Tensor;

fn main() {
    let (x, mask) = (Tensor::from([1, 2]), Tensor::from([1, 0]));
    x.masked_select(&mask.not_equal(0));
    x.masked_select(&mask);
}
