//@ says: expected `Tensor<f64, (K, F)>`, found `Tensor<f64, (F, K)>`
use conformable::{Dim, Tensor};

struct KMeans<K: Dim, F: Dim> {
    centres: Tensor<f64, (K, F)>,
}

fn zeros<K: Dim, F: Dim>(k: K, features: F) -> KMeans<K, F> {
    let _ = KMeans { centres: Tensor::zeros((k, features)) };
    let centres: Tensor<f64, _> = Tensor::zeros((features, k));
    KMeans { centres }
}

fn main() {}
