//@ says: `N` is not a dim
//@ errors: 2
//@ one for the signature, one for each place of the body that needs it

use conformable::Tensor;

fn first<N>(x: &Tensor<f32, (N,)>) -> f32 {
    x.iter().sum()
}

fn main() {}
