use conformable::{Dyn, Size, Tensor};

fn main() {
    let table = Tensor::from([[1.0, 2.0], [3.0, 4.0]]);
    let table = table.refine::<(Dyn, Size<2>)>().unwrap();
    let _ = table.refine::<(Dyn,)>();
}
