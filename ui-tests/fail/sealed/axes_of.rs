//! `AxesOf` is sealed: a local type does not implement it.

use conformable::{AnyShape, AxesOf};

#[derive(Clone, Copy)]
struct Mine;

impl AxesOf<AnyShape> for Mine {
    type Output = AnyShape;
    type Kept = AnyShape;
    fn numbers(&self) -> Option<&[isize]> {
        None
    }
}

fn main() {}
