//! `Rule` is sealed by the types that its methods answer, which cannot be named.

use conformable::Rule;
use conformable::shape::{Clash, Length, Relation};

#[derive(Clone, Copy)]
struct Mine;

impl Rule for Mine {
    fn sizes<N: Length>(&self, _: &[N], _: &[N]) -> Result<Vec<N>, Clash> {
        Ok(vec![])
    }
    fn relation(&self) -> Relation {
        Relation::With
    }
}

fn main() {}
