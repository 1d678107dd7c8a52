use conformable::{FloorQuot, Size};

fn main() {
    let _: FloorQuot<Size<7>, Size<0>>;
}
