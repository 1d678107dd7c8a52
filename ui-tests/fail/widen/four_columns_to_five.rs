use conformable::{Dyn, Size, Tensor};

fn main() {
    let x = Tensor::from([[1.0; 4]; 2]);
    let _ = x.clone().widen::<(Dyn, Size<4>)>();

    let _ = x.widen::<(Dyn, Size<5>)>();
}
