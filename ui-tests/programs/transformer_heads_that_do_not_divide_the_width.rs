//@ says: `Size<512>` is not the product of `Size<7>` and `Size<64>`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/model.rs"]
mod model;
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/transformer/numbers.rs"]
mod numbers;

use conformable::Size;
use model::Attention;
use numbers::Numbers;

fn main() {
    let mut numbers = Numbers::default();
    let _ = Attention::new(Size::<512>, (Size::<8>, Size::<64>), &mut numbers);
    let _ = Attention::new(Size::<512>, (Size::<7>, Size::<64>), &mut numbers);
}
