use conformable::brand::{Branded, branded};
use conformable::{Axis, Shape, Tensor, shape};

struct Words;

fn read(table: &Tensor<f32, Shape![_]>, at: usize) -> f32 {
    branded(table.numel(), |words: Branded<'_, Words>| {
        branded(at + 1, |longer: Branded<'_, Words>| {
            let last = longer.index(-1).unwrap();
            words.along(Axis::<0>, table).unwrap()[last]
        })
    })
}

fn main() {
    let n = 3;
    read(&Tensor::ones(shape![n]), 5);
}
