//@ says: expected an array or slice, found `AnyShape`
//@ errors: 2
//@ rustc: a pattern has no text of ours, and is reported once an arm; `match **x.shape()`

use conformable::Tensor;

fn main() {
    let x = Tensor::from([1.0, 2.0]).erase();
    match x.shape() {
        [n] => {}
        [n, m] => {}
        _ => {}
    }
}
