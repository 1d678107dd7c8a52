use conformable::brand::{Branded, branded};

struct Words;

fn main() {
    let mut kept = None;
    branded(3, |words: Branded<'_, Words>| {
        kept = words.index(1);
    });
}
