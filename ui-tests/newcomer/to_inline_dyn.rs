//@ says: not every size of `(Dyn, Size<2>)` is known at compile time
//@ says: refine

use conformable::{Tensor, shape};

fn main() {
    let n = 3;
    let x = Tensor::full(shape![n, 2], 0.0).to_inline();
}
