//! `OntoAxes` is sealed: a local type in every position does not implement it.

use conformable::Dyn;
use conformable::shape::OntoAxes;

struct Mine;
struct Other;
struct Target;
struct From;

// its method answers a type that cannot be named
impl OntoAxes<Other, Target, From> for Mine {
    type Output = (Dyn,);
}

fn main() {}
