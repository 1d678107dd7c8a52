//! `UnstretchedDims` is sealed: a local type in every position does not implement it.

use conformable::Dyn;
use conformable::rule::UnstretchedDims;
use conformable::shape::Reason;

struct Mine;
struct Other;
struct Lhs;
struct Rhs;

impl UnstretchedDims<Other, Lhs, Rhs> for Mine {
    type Output = Dyn;
    fn pair(&self, _: &Other) -> Result<Dyn, Reason> {
        Ok(Dyn::new(1000))
    }
}

fn main() {}
