//@ says: is not a tuple of 0 to 16 shapes

use conformable::{BroadcastAll, shape};

fn common<A: BroadcastAll>(_: A) {}

fn main() {
    common([shape![2], shape![2]]);
}
