use conformable::brand::{Branded, branded};
use conformable::{Axis, Tensor, shape};

struct Words;

fn main() {
    branded(3, |words: Branded<'_, Words>| {
        let table = Tensor::<f32, _>::ones(shape![words, 2]);
        let _ = words.along(Axis::<0>, &table);
        let _ = words.along(Axis::<2>, &table);
    });
}
