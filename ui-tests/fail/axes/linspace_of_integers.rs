// the steps are fractions
use conformable::{Tensor, shape};

fn main() {
    Tensor::linspace(shape![5], 0.0, 1.0);
    Tensor::linspace(shape![5], 0, 1);
}
