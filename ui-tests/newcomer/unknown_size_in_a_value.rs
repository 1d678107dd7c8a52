//@ says: `shape![n, 3]`

use conformable::shape;

fn main() {
    let _ = shape![_, 4];
}
