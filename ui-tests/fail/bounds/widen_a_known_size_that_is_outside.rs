use conformable::{Shape, Tensor, shape};

fn main() {
    let _ = Tensor::<f32, _>::ones(shape![64, 3]).widen::<Shape![1..=128, 3]>();
    let _ = Tensor::<f32, _>::ones(shape![256, 3]).widen::<Shape![1..=128, 3]>();
}
