use conformable::{Shape, Tensor};

fn main() {
    let x = Tensor::from([[1.0, 2.0], [3.0, 4.0]]).erase();
    let _ = x.clone().refine::<Shape![_, _]>();

    let _ = x.widen::<Shape![_, _]>();
}
