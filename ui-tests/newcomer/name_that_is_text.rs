//@ says: the name of an axis is a type

use conformable::shape;

fn main() {
    let _ = shape!["batch" = 8];
}
