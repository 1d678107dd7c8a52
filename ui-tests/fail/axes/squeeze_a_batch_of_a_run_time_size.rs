use conformable::{Axis, Tensor, shape};

struct Batch;

fn main() {
    let n = 1;
    let _ = Tensor::<f32, _>::zeros(shape![n, 3]).squeeze(Axis::<0>);

    let _ = Tensor::<f32, _>::zeros(shape![Batch = n, 3]).squeeze(Axis::<0>);
}
