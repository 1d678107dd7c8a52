//@ says: expected `Size<10>`, found `Dyn`
//@ rustc: a macro sees a name, and not that it is a constant's; `shape!` documents `{CLASSES}`

use conformable::{Shape, Tensor, shape};

const CLASSES: usize = 10;
fn main() {
    let bias: Tensor<f32, Shape![{ CLASSES }]> = Tensor::zeros(shape![CLASSES]);
}
