//! `RearrangeBy` is sealed: a local type in every position does not implement it.

use conformable::product::{RearrangeBy, Sizes};
use conformable::{Dyn, ShapeError};

struct Mine;
struct Given;

impl RearrangeBy<(Dyn,), Given> for Mine {
    type Output = (Dyn,);
    const TEXT: [&'static [u8]; 2] = [b"a", b"a"];
    fn bind(_: &(Dyn,), _: &Given) -> Result<((Dyn,), Sizes), ShapeError> {
        unreachable!()
    }
}

fn main() {}
