//! `Kind` is sealed: a local type in every position does not implement it.

use conformable::Dyn;
use conformable::shape::Kind;

struct Mine;

impl Kind for Mine {
    type Dim = Dyn;
    const STRETCHES: bool = true;
}

fn main() {}
