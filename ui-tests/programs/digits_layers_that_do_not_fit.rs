//@ says: expected `100`, found `128`
#[allow(dead_code)]
#[path = "../../crates/conformable-files/examples/digits/model.rs"]
mod model;

use conformable::Size;
use model::{Linear, Rows};

fn scores(
    x: &Rows<Size<64>>,
    hidden: &Linear<Size<64>, Size<128>>,
    fits: &Linear<Size<128>, Size<10>>,
    does_not: &Linear<Size<100>, Size<10>>,
) {
    let _ = fits.forward(&hidden.forward(x));
    let _ = does_not.forward(&hidden.forward(x));
}

fn main() {}
