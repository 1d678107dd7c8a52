use conformable::Dyn;
use conformable::brand::{Brand, Branded, branded};

struct Words;

fn same<'id>(words: Branded<'id, Words>) -> [Dyn<Brand<'id, Words>>; 2] {
    [words.dim(), Dyn::labelled(7)]
}

fn main() {
    branded(3, |words: Branded<'_, Words>| {
        same(words);
    });
}
