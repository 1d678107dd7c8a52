//@ says: cannot broadcast `(Dyn<Sample>, F)` with `(Dyn<Sample>,)`
//@ says: `F` and `Dyn<Sample>` differ
use conformable::{Axis, Dim, Dyn, Tensor};

enum Sample {}

type Samples<F> = Tensor<f64, (Dyn<Sample>, F)>;

fn centred<F: Dim>(samples: &Samples<F>) {
    let _ = samples - samples.mean(Axis::<0>);
    let _ = samples - samples.mean(Axis::<1>);
}

fn main() {}
