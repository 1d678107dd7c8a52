//! `Meet` is sealed: a local type in every position does not implement it.

use conformable::Dyn;
use conformable::shape::Meet;

struct Mine;
struct Yours;
struct Rule;

impl Meet<Yours, Rule> for Mine {
    type Dim = Dyn;
}

fn main() {}
