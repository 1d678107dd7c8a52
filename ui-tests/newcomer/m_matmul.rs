//@ says: cannot multiply `(Size<2>, Size<3>)` by `(Size<2>, Size<3>)` as matrices
//@ says: `Size<3>`, the last axis of the left shape, and `Size<2>` differ

use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = x.matmul(&x);
}
