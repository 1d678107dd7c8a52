use conformable::shape;
use shape_function::Interleave;

fn main() {
    let _ = shape![2].interleave(&shape![2]);

    let _ = shape![2].interleave(&shape![]);
}
