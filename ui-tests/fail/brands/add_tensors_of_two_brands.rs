use conformable::brand::{Branded, branded};
use conformable::{Tensor, shape};

struct Words;
struct Nodes;

fn main() {
    branded(3, |words: Branded<'_, Words>| {
        branded(3, |nodes: Branded<'_, Nodes>| {
            let (x, y) = (Tensor::<f32, _>::ones(shape![words, 2]), Tensor::<f32, _>::ones(shape![nodes, 2]));
            let _ = &x + &x;
            let _ = &x + &y;
        });
    });
}
