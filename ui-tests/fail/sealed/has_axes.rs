//! `HasAxes` is sealed: a local type in every position does not implement it.

use conformable::rule::HasAxes;

struct Mine;
struct Lhs;
struct Rhs;

impl HasAxes<Lhs, Rhs> for Mine {}

fn main() {}
