// the values have one axis
use conformable::Tensor;

fn main() {
    let mut x = Tensor::from([[1, 2], [4, 5]]);
    let mask = x.greater(2);
    x.masked_scatter(&mask, &Tensor::from([7, 8]));
    x.masked_scatter(&mask, &Tensor::from([[7], [8]]));
}
