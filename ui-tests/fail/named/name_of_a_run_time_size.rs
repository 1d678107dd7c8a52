use conformable::{Dyn, Named, Tensor, shape};

struct Batch;

fn accepted(_: Tensor<f32, (Dyn<Batch>,)>) {}
fn refused(_: Tensor<f32, (Named<Batch, Dyn>,)>) {}

fn main() {
    let n = 2;
    accepted(Tensor::full(shape![Batch = n], 1.0));
}
