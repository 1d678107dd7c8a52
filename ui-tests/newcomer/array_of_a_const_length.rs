//@ says: is not a nested array of scalars
//@ says: where Size<N>: Dim

use conformable::Tensor;

fn zeros<const N: usize>() {
    let _ = Tensor::from([0.0; N]);
}

fn main() {}
