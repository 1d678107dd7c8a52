//@ says: `lt`
//@ rustc: `lt` is `Iterator`'s and `PartialOrd`'s; the method is `less`. An impl of `PartialOrd` would make it one silent `bool`

use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let y = x.lt(&x);
}
