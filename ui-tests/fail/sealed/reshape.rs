//! `Reshape` is sealed: a local type in every position does not implement it.

use conformable::axes::Reshape;
use conformable::{Dyn, ShapeError};

struct Mine;

impl Reshape<(Dyn,)> for Mine {
    type Output = (Dyn,);
    fn of(&self, shape: &(Dyn,)) -> Result<(Dyn,), ShapeError> {
        Ok(*shape)
    }
}

fn main() {}
