use conformable::{Dyn, Size, Tensor, shape};

fn main() {
    let n = 2;
    let x = Tensor::full(shape![n, 3], 1.0);
    let _ = x.clone().widen::<(Dyn, Dyn)>();

    let _ = x.widen::<(Size<2>, Dyn)>();
}
