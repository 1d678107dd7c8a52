//@ says: cannot multiply `(Dyn<Sample>, K)` by `(Dyn<Sample>, F)` as matrices
//@ says: `K`, the last axis of the left shape, and `Dyn<Sample>` differ
use conformable::{Dim, Dyn, Tensor};

enum Sample {}

type Samples<F> = Tensor<f64, (Dyn<Sample>, F)>;

fn sums<K: Dim, F: Dim>(samples: &Samples<F>, members: &Samples<K>) {
    let _ = members.t().matmul(samples);
    let _ = members.matmul(samples);
}

fn main() {}
