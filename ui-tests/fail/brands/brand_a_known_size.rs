use conformable::brand::{Branded, branded};
use conformable::{Axis, Shape, Tensor, shape};

struct Words;

fn main() {
    branded(3, |words: Branded<'_, Words>| {
        let table = Tensor::<f32, _>::ones(shape![3, 2]);
        let _ = words.brand(Axis::<0>, table.clone().widen::<Shape![_, 2]>());
        let _ = words.brand(Axis::<0>, table);
    });
}
