//! `AxesList` is sealed: a local type in every position does not implement it.

use conformable::Dyn;
use conformable::shape::AxesList;

#[derive(Clone)]
struct Mine;

impl AxesList for Mine {
    type Shape = (Dyn,);
    fn into_shape(self) -> (Dyn,) {
        (Dyn::new(7),)
    }
    fn from_sizes(_: &[usize]) -> Option<Self> {
        Some(Self)
    }
}

fn main() {}
