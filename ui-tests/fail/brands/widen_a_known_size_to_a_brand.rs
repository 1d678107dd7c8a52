use conformable::brand::{Brand, Branded, branded};
use conformable::{Dyn, Shape, Tensor, shape};

struct Words;

fn table<'id>(_: Branded<'id, Words>) -> Tensor<f32, (Dyn<Brand<'id, Words>>,)> {
    let known = Tensor::ones(shape![7]);
    let _ = known.clone().widen::<Shape![Words = _]>();
    known.widen()
}

fn main() {
    branded(3, |words: Branded<'_, Words>| {
        table(words);
    });
}
