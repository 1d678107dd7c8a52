//@ says: expected `3`, found `13`
//@ says: found struct `Tensor<f64, (Size<13>, Size<3>)>`
use conformable::{Dim, Shape, Size, Tensor};

struct KMeans<K: Dim, F: Dim> {
    centres: Tensor<f64, (K, F)>,
}

fn of_rows(centres: Tensor<f64, Shape![3, 13]>) -> KMeans<Size<3>, Size<13>> {
    KMeans { centres }
}

fn of_columns(centres: Tensor<f64, Shape![13, 3]>) -> KMeans<Size<3>, Size<13>> {
    KMeans { centres }
}

fn main() {}
