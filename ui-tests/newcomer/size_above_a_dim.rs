//@ says: this dim is too large
//@ says: let n = 5_000_000_000; shape![n]

use conformable::shape;

fn main() {
    let _ = shape![5_000_000_000];
}
