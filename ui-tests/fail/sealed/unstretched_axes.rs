//! `UnstretchedAxes` is sealed: a local type in every position does not implement it.

use conformable::Dyn;
use conformable::rule::UnstretchedAxes;

struct Mine;
struct Left;
struct Lhs;
struct Rhs;

// its method answers a type that cannot be named
impl UnstretchedAxes<Left, Lhs, Rhs> for Mine {
    type Output = (Dyn,);
}

fn main() {}
