use conformable::{AnyShape, Dyn, Shape, Size, shape};
use shape_function::Interleave;

fn main() {
    let _ = shape![2, 3].interleave(&shape![2, 3]);
    let _: Result<AnyShape, _> = shape![2, 3].interleave(&shape![2, 3].erase());
    let _: Result<(Dyn, Size<6>), _> = shape![1 + 1, 3].interleave(&shape![1 + 1, 3]);

    let _ = shape![2, 3].interleave(&shape![2, 4]);
}
