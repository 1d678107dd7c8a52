use conformable::{Dyn, Size, Tensor};

struct Batch;

fn main() {
    let x = Tensor::full((Dyn::<Batch>::labelled(2), Size::<3>), 1.0);
    let _ = &x + Tensor::from([[1.0], [2.0]]).refine::<(Dyn, Size<1>)>().unwrap();
    let _ = x + Tensor::from([[1.0], [2.0]]);
}
