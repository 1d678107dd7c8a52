use conformable::brand::{Branded, branded};
use conformable::{Tensor, shape};

struct Words;

fn main() {
    branded(3, |french: Branded<'_, Words>| {
        branded(3, |german: Branded<'_, Words>| {
            let x = Tensor::<f32, _>::ones(shape![french, 2]);
            let _ = &x + &x;
            let _ = &x + Tensor::<f32, _>::ones(shape![german, 2]);
        });
    });
}
