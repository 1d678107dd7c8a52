//! `WithinRank` is sealed: a local type in every position does not implement it.

use conformable::rule::WithinRank;

struct Mine;
struct Lhs;
struct Rhs;

impl WithinRank<Lhs, Rhs> for Mine {}

fn main() {}
