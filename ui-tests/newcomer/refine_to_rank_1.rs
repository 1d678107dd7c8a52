//@ says: the shapes `(Size<2>, Size<2>)` and `(Dyn,)` must be equal
//@ says: their ranks differ

use conformable::{Shape, Tensor};

fn main() {
    let _ = Tensor::from([[1, 2], [3, 4]]).refine::<Shape![_]>();
}
