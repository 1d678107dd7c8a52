use conformable::brand::{Branded, Index, branded};

struct Words;

fn extend<'short, 'long>(index: Index<'short, Words>, _: Branded<'long, Words>) -> Index<'long, Words>
where
    'short: 'long,
{
    index
}

fn main() {
    branded(3, |words: Branded<'_, Words>| {
        extend(words.index(1).unwrap(), words);
    });
}
