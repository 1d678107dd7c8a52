//! `Rearrange` is sealed: a local type in every position does not implement it.

use conformable::axes::{Rearrange, Rearranged};
use conformable::{Dyn, ShapeError};

struct Mine;

unsafe impl Rearrange<(Dyn,)> for Mine {
    type Output = (Dyn,);
    fn rearrange(&self, _: &(Dyn,), _: &[usize; 1]) -> Result<Rearranged<(Dyn,)>, ShapeError> {
        unreachable!()
    }
}

fn main() {}
