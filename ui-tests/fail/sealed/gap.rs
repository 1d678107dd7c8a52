//! `Gap` is sealed: a local type in every position does not implement it.

use conformable::rule::Gap;

struct Mine;
struct Other;
struct Lhs;
struct Rhs;

impl Gap<Other, Lhs, Rhs> for Mine {
    type Gap = Mine;
}

fn main() {}
