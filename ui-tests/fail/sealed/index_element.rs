//! `IndexElement` is sealed: a local type in every position does not implement it.

use conformable::ops::IndexElement;

#[derive(Clone, Copy)]
struct Mine;

impl IndexElement for Mine {
    fn place(self, _: usize) -> Option<usize> {
        Some(usize::MAX)
    }
    fn known_place(self, _: usize) -> usize {
        usize::MAX
    }
    fn number(self) -> i128 {
        0
    }
    fn signed(self) -> isize {
        0
    }
}

fn main() {}
