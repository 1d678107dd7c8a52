//@ says: the type `(Size<1>, Size<2>)` cannot be indexed by `{integer}`
//@ rustc: a tuple is no type of ours, and typenum indexes tuples; `x.sizes()[0]`

use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0]]);
    let rows = x.shape()[0];
}
