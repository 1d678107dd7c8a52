//@ says: expected `13`, found `4`
//@ says: expected reference `&Tensor<f64, (_, Size<13>)>`
use conformable::{Dim, Dyn, Size, Tensor};

enum Sample {}

type Samples<F> = Tensor<f64, (Dyn<Sample>, F)>;

struct Pca<F: Dim> {
    components: Tensor<f64, (Size<2>, F)>,
}

impl<F: Dim> Pca<F> {
    fn transform<N: Dim>(&self, samples: &Tensor<f64, (N, F)>) -> Tensor<f64, (N, Size<2>)> {
        samples.matmul(&self.components.t())
    }
}

fn places(flowers: &Samples<Size<4>>, wines: &Samples<Size<13>>, of_wines: &Pca<Size<13>>) {
    of_wines.transform(wines);
    of_wines.transform(flowers);
}

fn main() {}
