use conformable::{Dim, Tensor};

struct KMeans<K: Dim, F: Dim> {
    centres: Tensor<f64, (K, F)>,
}

fn zeros<K: Dim, F: Dim>(k: K, features: F) -> KMeans<K, F> {
    let _ = KMeans { centres: Tensor::zeros((k, features)) };
    KMeans { centres: Tensor::zeros((features, k)) }
}

fn main() {}
