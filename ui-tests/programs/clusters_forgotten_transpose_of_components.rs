//@ says: cannot multiply `(Dyn<Sample>, F)` by `(Size<2>, F)` as matrices
//@ says: `F`, the last axis of the left shape, and `Size<2>` differ
use conformable::{Dim, Dyn, Size, Tensor};

enum Sample {}

type Samples<F> = Tensor<f64, (Dyn<Sample>, F)>;

fn transform<F: Dim>(samples: &Samples<F>, components: &Tensor<f64, (Size<2>, F)>) {
    let _ = samples.matmul(&components.t());
    let _ = samples.matmul(components);
}

fn main() {}
