//! `Measured` is sealed: a local type in every position does not implement it.

use conformable::shape::{Dynamic, Measured};

struct Mine;

impl Measured for Mine {
    type Sizes = [usize; 1];
    type Array<T> = [T; 0];
    type Extent = Dynamic;
}

fn main() {}
