//@ says: the length of an axis is not negative

use conformable::shape;

struct Batch;

fn main() {
    let _ = shape![Batch = -1, 3];
}
