//! `Shift` is sealed: a local type in every position does not implement it.

use conformable::rule::Shift;

struct Mine;
struct N;
struct Other;
struct Place;
struct Lhs;
struct Rhs;

// its method answers a type that cannot be named
impl Shift<N, Other, Place, Lhs, Rhs> for Mine {
    type Shifted = Mine;
}

fn main() {}
