use conformable::brand::{Branded, Index, branded};
use std::any::Any;

struct Words;

fn kept<'id>(index: Index<'id, Words>) -> Box<dyn Any> {
    Box::new(index)
}

fn main() {
    branded(3, |words: Branded<'_, Words>| {
        let _ = words.index(1).map(kept);
    });
}
