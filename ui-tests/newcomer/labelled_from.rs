//@ says: From<{integer}>
//@ rustc: `From` is the standard library's. With an impl for every label, `Dyn::from(3)` would not know its own

use conformable::Dyn;

struct Batch;
fn main() {
    let n: Dyn<Batch> = 3.into();
}
