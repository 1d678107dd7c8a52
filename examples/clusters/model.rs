//! Principal components and k-means.

#![allow(clippy::cast_precision_loss, reason = "counts of samples are far below 2^52")]

use crate::data::{Numbers, Sample, Samples};
use conformable::axes::Span;
use conformable::ops::LinalgError;
use conformable::{Axis, Dim, DimMin, Dyn, Size, Tensor};
use rand::Rng;

/// The features with mean 0 and standard deviation 1, (N, F); or the number of a feature that is constant.
pub(crate) fn standardised<F: Dim>(samples: &Samples<F>) -> Result<Samples<F>, usize> {
    let deviation = samples.std(Axis::<0>, 0);
    match deviation.iter().position(|&deviation| deviation == 0.0) {
        Some(feature) => Err(feature),
        None => Ok((samples - samples.mean(Axis::<0>)) / deviation),
    }
}

/// The two directions in which samples differ most.
#[derive(Debug)]
pub(crate) struct Pca<F: Dim> {
    /// A direction in each row.
    pub(crate) components: Tensor<f64, (Size<2>, F)>,
    /// The variance along each direction.
    pub(crate) variances: Tensor<f64, (Size<2>,)>,
    /// The parts of the total variance.
    pub(crate) ratios: Tensor<f64, (Size<2>,)>,
}

impl<F: Dim + DimMin<F>> Pca<F> {
    /// The samples' features have mean 0.
    pub(crate) fn fit(samples: &Samples<F>) -> Result<Self, LinalgError> {
        // (F, N) by (N, F) is (F, F)
        let covariance = samples.t().matmul(samples) / samples.sizes()[0] as f64;
        let (_, variances, components) = covariance.svd()?;
        let first_two = Span(0, Size::<2>);
        let all = variances.sum_all();
        let variances = variances.narrow(Axis::<0>, first_two).to_owned();
        Ok(Self { components: components.narrow(Axis::<0>, first_two).to_owned(), ratios: &variances / all, variances })
    }

    /// The coordinates of samples along both directions: (N, F) by (F, 2) is (N, 2).
    pub(crate) fn transform<N: Dim>(&self, samples: &Tensor<f64, (N, F)>) -> Tensor<f64, (N, Size<2>)> {
        samples.matmul(&self.components.t())
    }
}

/// Samples in `K` clusters, each nearest to the mean of its own.
#[derive(Debug)]
pub(crate) struct KMeans<K: Dim, F: Dim> {
    pub(crate) centres: Tensor<f64, (K, F)>,
    /// The cluster of each sample.
    pub(crate) clusters: Numbers,
    /// The sum of the squared distances.
    pub(crate) inertia: f64,
}

impl<K: Dim, F: Dim> KMeans<K, F> {
    /// The best of several attempts, each with other samples as first centres.
    pub(crate) fn fit(samples: &Samples<F>, k: K, attempts: usize, rng: &mut impl Rng) -> Self {
        let attempts = (0..attempts).map(|_| Self::attempt(samples, spread_out(samples, k, rng)));
        attempts.min_by(|one, other| one.inertia.total_cmp(&other.inertia)).expect("an attempt")
    }

    /// Assigns each sample to the nearest centre and moves each centre to the mean of its samples, until nothing
    /// changes.
    fn attempt(samples: &Samples<F>, mut centres: Tensor<f64, (K, F)>) -> Self {
        let mut clusters = distances(samples, &centres).argmin(Axis::<-1>);
        loop {
            let members = one_hot(&clusters, centres.shape().0);
            let counts = members.sum(Axis::<0>).into_unsqueezed(Axis::<-1>);
            // (K, N) by (N, F) is (K, F); a centre without samples stays
            let means = members.t().matmul(samples) / &counts;
            centres = counts.equal(0.0).where_cond(&centres, &means);
            let distances = distances(samples, &centres);
            let nearest = distances.argmin(Axis::<-1>);
            if nearest == clusters {
                return Self { centres, clusters, inertia: distances.min(Axis::<-1>).sum_all() };
            }
            clusters = nearest;
        }
    }
}

/// The squared distances: (N, 1, F) with (K, F) is (N, K, F), and their sums (N, K).
fn distances<K: Dim, F: Dim>(samples: &Samples<F>, centres: &Tensor<f64, (K, F)>) -> Tensor<f64, (Dyn<Sample>, K)> {
    (samples.unsqueeze(Axis::<1>) - centres).square().sum(Axis::<-1>)
}

/// Draws samples that are far apart: the weight of each is its squared distance to those drawn before (k-means++,
/// Arthur and Vassilvitskii 2007).
fn spread_out<K: Dim, F: Dim>(samples: &Samples<F>, k: K, rng: &mut impl Rng) -> Tensor<f64, (K, F)> {
    let (n, features) = *samples.shape();
    let mut places = vec![rng.random_range(0..n.size())];
    while places.len() < k.size() {
        let before = Tensor::from_fn((Dyn::new(places.len()), features), |[i, j]| samples[[places[i], j]]);
        let sums = distances(samples, &before).min(Axis::<-1>).cumsum(Axis::<0>);
        let drawn = rng.random_range(0.0..1.0) * sums[n.size() - 1];
        places.push(sums.iter().position(|&sum| drawn < sum).unwrap_or(n.size() - 1));
    }
    Tensor::from_fn((k, features), |[i, j]| samples[[places[i], j]])
}

/// 1 in the column of each number, else 0: (N, 1) with (K,) is (N, K).
fn one_hot<K: Dim>(numbers: &Numbers, k: K) -> Tensor<f64, (Dyn<Sample>, K)> {
    let columns = Tensor::from_fn((k,), |[column]| column);
    numbers.unsqueeze(Axis::<-1>).equal(&columns).map(f64::from)
}

/// The number of samples of each kind, in rows, in each cluster, in columns.
pub(crate) fn counts<K: Dim>(kinds: &Numbers, clusters: &Numbers, k: K) -> Tensor<f64, (Size<3>, K)> {
    one_hot(kinds, Size::<3>).t().matmul(&one_hot(clusters, k))
}

/// The agreement of kinds and clusters: 1 if they are equal, about 0 by chance (Hubert and Arabie's adjusted Rand
/// index, 1985).
pub(crate) fn agreement<K: Dim>(counts: &Tensor<f64, (Size<3>, K)>) -> f64 {
    let pairs = |counts: f64| counts * (counts - 1.0) / 2.0;
    let together = counts.map(pairs).sum_all();
    let [kinds, clusters] = [counts.sum(Axis::<1>).map(pairs).sum_all(), counts.sum(Axis::<0>).map(pairs).sum_all()];
    let by_chance = kinds * clusters / pairs(counts.sum_all());
    (together - by_chance) / (f64::midpoint(kinds, clusters) - by_chance)
}
