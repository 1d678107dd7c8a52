use conformable::{Dyn, Size, shape, Shape};

fn main() {
    let table = shape![150, 4];
    let _ = table.refine::<(Dyn, Size<4>)>();
    let _ = table.refine::<(Dyn, Size<5>)>();
}
