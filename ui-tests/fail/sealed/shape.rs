//! `Shape` is sealed: a local type in every position does not implement it.

use conformable::shape::{AxesList, Dynamic, Measured, Nil};
use conformable::{Dim, Dyn, Shape, ShapeError};

#[derive(Clone)]
struct Mine;

impl Shape for Mine {
    type Axes = Nil;
    type Unnamed = Self;
    type Push<Last: Dim> = (Last,);
    const DIMS: Option<&'static [Option<usize>]> = None;
    const NAMES: &'static [Option<conformable::shape::Name>] = &[];
    const KNOWN: Option<Self> = None;
    fn push<Last: Dim>(self, last: Last) -> (Last,) {
        (last,)
    }
    fn axes(&self) -> Nil {
        Nil
    }
    fn sizes(&self) -> Self::Sizes {
        [1000]
    }
    fn sizes_of(_: &[usize]) -> Self::Sizes {
        [1000]
    }
    fn blank(_: usize) -> Self::Sizes {
        [1000]
    }
}

impl Measured for Mine {
    type Sizes = [usize; 1];
    type Array<T> = [T; 0];
    type Extent = Dynamic;
}

fn main() {}
