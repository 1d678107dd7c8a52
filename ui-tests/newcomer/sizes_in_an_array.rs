//@ says: `[usize; 2]` is not a shape
//@ says: AnyShape::from(sizes)
//@ errors: 2
//@ rustc checks the type of a tensor at each place where it stands

use conformable::Tensor;

fn main() {
    let sizes = [2usize, 3];
    let _ = Tensor::full(sizes, 1.0);
}
