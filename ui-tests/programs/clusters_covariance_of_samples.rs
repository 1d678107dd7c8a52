//@ says: expected `Tensor<f64, (F, F)>`, found `Tensor<f64, (Dyn<Sample>, Dyn<Sample>)>`
use conformable::{Dim, Dyn, Tensor};

enum Sample {}

type Samples<F> = Tensor<f64, (Dyn<Sample>, F)>;

fn covariance<F: Dim>(samples: &Samples<F>) -> Tensor<f64, (F, F)> {
    let _: Tensor<f64, (F, F)> = samples.t().matmul(samples);
    samples.matmul(&samples.t())
}

fn main() {}
