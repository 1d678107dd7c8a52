//@ says: expected `Tensor<f64, (K, F)>`, found `Tensor<f64, (F, K)>`
use conformable::{Dim, Tensor};

struct KMeans<K: Dim, F: Dim> {
    centres: Tensor<f64, (K, F)>,
}

fn of_rows<K: Dim, F: Dim>(centres: Tensor<f64, (K, F)>) -> KMeans<K, F> {
    KMeans { centres }
}

fn of_columns<K: Dim, F: Dim>(centres: Tensor<f64, (F, K)>) -> KMeans<K, F> {
    KMeans { centres }
}

fn main() {}
