use conformable::brand::{Branded, branded};
use conformable::{Axis, Tensor, shape};

struct Words;
struct Nodes;

fn main() {
    branded(3, |words: Branded<'_, Words>| {
        branded(3, |nodes: Branded<'_, Nodes>| {
            let table = Tensor::<f32, _>::ones(shape![words, 2]);
            let _ = words.along(Axis::<0>, &table);
            let _ = nodes.along(Axis::<0>, &table);
        });
    });
}
