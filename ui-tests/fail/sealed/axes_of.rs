//! `AxesOf` is sealed: a local type in every position does not implement it.

use conformable::{AxesOf, Dyn};

#[derive(Clone, Copy)]
struct Mine;
struct Yours;

impl AxesOf<Yours> for Mine {
    type Output = (Dyn,);
    type Kept = (Dyn,);
    fn numbers(&self) -> Option<&[isize]> {
        None
    }
}

fn main() {}
