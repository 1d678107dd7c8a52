//! `SummedDim` is sealed: a local type in every position does not implement it.

use conformable::product::SummedDim;

struct Mine;
struct Other;
struct Lhs;
struct Rhs;

// its method answers a type that cannot be named
impl SummedDim<Other, Lhs, Rhs> for Mine {}

fn main() {}
