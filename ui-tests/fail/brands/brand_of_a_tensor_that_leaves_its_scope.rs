use conformable::brand::{Branded, branded};
use conformable::{Tensor, shape};

struct Words;

fn main() {
    let _ = branded(3, |words: Branded<'_, Words>| Tensor::<f32, _>::ones(shape![words, 2]).unnamed());
    let _ = branded(3, |words: Branded<'_, Words>| Tensor::<f32, _>::ones(shape![words, 2]));
}
