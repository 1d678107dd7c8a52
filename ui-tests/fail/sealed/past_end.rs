//! `PastEnd` is sealed: a local type in every position does not implement it.

use conformable::rule::PastEnd;

struct Mine;
struct Place;
struct Lhs;
struct Rhs;

impl PastEnd<Place, Lhs, Rhs> for Mine {}

fn main() {}
