//@ says: cannot broadcast `(Dyn<Sample>, F)` with `(K, F)`
//@ says: `Dyn<Sample>` and `K` differ
use conformable::{Axis, Dim, Dyn, Tensor};

enum Sample {}

type Samples<F> = Tensor<f64, (Dyn<Sample>, F)>;

fn distances<K: Dim, F: Dim>(samples: &Samples<F>, centres: &Tensor<f64, (K, F)>) {
    let _ = samples.unsqueeze(Axis::<1>) - centres;
    let _ = samples - centres;
}

fn main() {}
