//@ says: `{integer}` is not a shape
//@ errors: 2
//@ one for the argument and one for what comes out: `Tensor::arange(shape![10])` is meant
use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = Tensor::arange(10);
}
