//@ says: `Size<I>` is not a dim
//@ says: where Size<N>: Dim
//@ errors: 2
//@ one for each parameter

use conformable::{Size, Tensor};

struct Linear<const I: usize, const O: usize> {
    weight: Tensor<f32, (Size<I>, Size<O>)>,
}
fn main() {}
