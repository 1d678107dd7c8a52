//@ says: `&str` is not a scalar
//@ says: from_vec
//@ errors: 2
//@ one for the element and one for the whole array: any type could be an element, so the first does not hide the second

use conformable::Tensor;

fn main() {
    let x = Tensor::from(["a", "b"]);
}
