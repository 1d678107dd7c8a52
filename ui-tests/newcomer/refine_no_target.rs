//@ says: type annotations needed
//@ errors: 2
//@ rustc: an unknown type has no text of ours, and its help names the type to give

use conformable::Tensor;

fn main() {
    let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]).erase();
    let y = x.refine().unwrap();
    println!("{y}");
}
