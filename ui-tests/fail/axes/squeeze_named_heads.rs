use conformable::{Axis, Tensor, shape};

struct Heads;

fn main() {
    let _ = Tensor::<f32, _>::zeros(shape![Heads = 1, 64]).squeeze(Axis::<0>);

    let _ = Tensor::<f32, _>::zeros(shape![Heads = 8, 64]).squeeze(Axis::<0>);
}
