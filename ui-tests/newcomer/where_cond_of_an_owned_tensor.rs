//@ says: is not a scalar
//@ says: pass a tensor by reference
//@ errors: 3
//@ rustc takes the tensor for an element, and asks all that is asked of elements

use conformable::Tensor;

fn main() {
    let x = Tensor::from([1.0, 2.0]);
    let _ = x.greater(1.0).where_cond(x, 0.0);
}
