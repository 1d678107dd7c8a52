//! `Place` is sealed: a local type in every position does not implement it.

use conformable::rule::Place;

struct Mine;
struct Target;
struct Other;
struct Lhs;
struct Rhs;

// its method answers a type that cannot be named
impl Place<Target, Other, Lhs, Rhs> for Mine {
    type Placed = Mine;
}

fn main() {}
