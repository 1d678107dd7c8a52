//@ says: cannot flatten axes of `(Dyn<Batch>, Dyn<Time>, Size<8>, Size<64>)` at `Axis<2>` to `Size<500>`
//@ says: it is not the product of `Size<8>` and `Size<64>`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::{Axis, Dyn, Size, Tensor};
use model::{Batch, Time};

type Attended = Tensor<f32, (Dyn<Batch>, Dyn<Time>, Size<8>, Size<64>)>;

fn together(attended: &Attended) {
    let _ = attended.to_flattened_axes_to(Axis::<2>, Size::<512>);
    let _ = attended.to_flattened_axes_to(Axis::<2>, Size::<500>);
}

fn main() {}
