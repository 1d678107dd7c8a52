//! `OrderOf` is sealed: a local type in every position does not implement it.

use conformable::Dyn;
use conformable::axes::OrderOf;

#[derive(Clone, Copy)]
struct Mine;
struct Yours;

impl OrderOf<Yours> for Mine {
    type Output = (Dyn,);
    fn order(&self) -> &[isize] {
        &[0, 0]
    }
}

fn main() {}
