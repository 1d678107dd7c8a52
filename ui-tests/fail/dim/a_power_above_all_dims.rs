use conformable::{Power, Size};

fn main() {
    let _: Power<Size<10>, Size<9>>;
}
