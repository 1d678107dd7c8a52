//! `ViewBy` is sealed: a local type in every position does not implement it.

use conformable::axes::{ViewBy, Rearranged};
use conformable::{Dyn, ShapeError};

struct Mine;

unsafe impl ViewBy<(Dyn,)> for Mine {
    type Output = (Dyn,);
    fn view_by(&self, _: &(Dyn,), _: &[usize; 1]) -> Result<Rearranged<(Dyn,)>, ShapeError> {
        unreachable!()
    }
}

fn main() {}
