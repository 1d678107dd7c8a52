//@ says: cannot broadcast `(Size<1>, Size<2>)` onto `(Size<2>,)`
//@ says: the rank of `(Size<1>, Size<2>)` is above that of `(Size<2>,)`

use conformable::Tensor;

fn main() {
    let _ = Tensor::from([1, 2]).try_add_assign(&Tensor::from([[1, 2]]));
}
