//! `Truth` is sealed: a local type in every position does not implement it.

use conformable::numeric::{Numeric, Truth};

#[derive(Clone, Copy)]
struct Mine;

impl From<Mine> for bool {
    fn from(_: Mine) -> Self {
        true
    }
}

impl Numeric for Mine {
    type Wide = usize;
    type Total = usize;
    const ZERO: usize = 0;
    const ONE: usize = 1;
    const ROUNDS: bool = false;
    fn widen(self) -> usize {
        1
    }
    fn total(wide: usize) -> usize {
        wide
    }
}

impl Truth for Mine {}

fn main() {}
