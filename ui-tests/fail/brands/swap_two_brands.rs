use conformable::brand::{Branded, branded};
use std::mem::swap;

struct Words;

fn main() {
    branded(3, |mut short: Branded<'_, Words>| {
        branded(9, |mut long: Branded<'_, Words>| {
            swap(&mut short, &mut long);
        });
    });
}
