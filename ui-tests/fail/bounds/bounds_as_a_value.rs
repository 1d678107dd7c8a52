use conformable::{Tensor, shape};

fn main() {
    let _ = Tensor::<f32, _>::ones(shape![1..=128, 3]);
}
