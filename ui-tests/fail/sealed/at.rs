//! `At` is sealed: a local type in every position does not implement it.

use conformable::At;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Mine;

impl At for Mine {
    type Steps = Mine;
    const AXIS: isize = 0;
}

fn main() {}
