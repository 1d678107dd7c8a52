use conformable::brand::{Branded, branded};
use conformable::{Axis, Tensor, shape};

struct Words;
struct Nodes;

fn main() {
    let n = 3;
    let table = Tensor::<f32, _>::ones(shape![n, 2]);
    let at = Tensor::from([0, 2]);
    branded(n, |words: Branded<'_, Words>| {
        branded(n, |nodes: Branded<'_, Nodes>| {
            let table = words.along(Axis::<0>, &table).unwrap();
            let _ = table.take(&words.indices(&at).unwrap());
            let _ = table.take(&nodes.indices(&at).unwrap());
        });
    });
}
