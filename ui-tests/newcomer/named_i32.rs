//@ says: `i32` is not the length of an axis
//@ says: n as usize

use conformable::shape;

struct Batch;

fn main() {
    let n: i32 = 3;
    let _ = shape![Batch = n];
}
