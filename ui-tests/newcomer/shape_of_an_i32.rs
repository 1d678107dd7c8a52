//@ says: expected `usize`, found `i32`

use conformable::shape;

fn main() {
    let x = shape![3i32, 2];
}
