//! `OfAnyRank` is sealed: a local type in every position does not implement it.

use conformable::axes::OfAnyRank;

struct Mine;
struct Yours;

impl OfAnyRank<Yours> for Mine {}

fn main() {}
