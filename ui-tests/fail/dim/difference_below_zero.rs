use conformable::{Diff, Size};

fn main() {
    let _: Diff<Size<7>, Size<4>>;
    let _: Diff<Size<4>, Size<7>>;
}
