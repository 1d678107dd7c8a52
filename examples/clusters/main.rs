//! Finds the two directions in which flowers, or wines, differ most, and three clusters, and compares these with the
//! three kinds.
//!
//! `cargo run --release --features faer --example clusters` writes two pictures to `target/clusters`, or to another
//! folder: `cargo run --release --features faer --example clusters -- FOLDER`. `examples/data/README.md` has the
//! sources of the data. The test compares the numbers with those of scikit-learn, from `reference.py`.
//!
//! The numbers of features and clusters are known at compile time; samples have their own dim, `Dyn<Sample>`. So these
//! bugs do not compile. Each is a program in `ui-tests/programs`, with the compiler's message:
//!
//! | mistake | the compiler says |
//! |---|---|
//! | `wine_components.transform(&flowers)`, components of other data | expected `(_, Size<13>)`, found `(Dyn<Sample>, Size<4>)` |
//! | `samples.matmul(&components)`, a transpose forgotten | cannot multiply `(Dyn<Sample>, F)` by `(Size<2>, F)` as matrices: `F` and `Size<2>` differ |
//! | `samples.matmul(&samples.t())` as the covariance of features | expected `(F, F)`, found `(Dyn<Sample>, Dyn<Sample>)` |
//! | `samples - samples.mean(Axis::<1>)`, a mean along the other axis | cannot broadcast `(Dyn<Sample>, F)` with `(Dyn<Sample>,)` |
//! | `samples - centres`, an axis forgotten | cannot broadcast `(Dyn<Sample>, F)` with `(K, F)` |
//! | `members.matmul(&samples)` as the sums of clusters | cannot multiply `(Dyn<Sample>, K)` by `(Dyn<Sample>, F)` as matrices |
//! | `KMeans { centres, .. }`, where centres are columns | expected `(Size<3>, Size<13>)`, found `(Size<13>, Size<3>)` |

mod data;
mod model;
mod picture;

use conformable::{Dim, DimMin, Size};
use data::Table;
use model::{KMeans, Pca, agreement, counts, standardised};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::process::ExitCode;

/// The seed of the first centres, which gives the same on every machine, and the number of attempts.
const SEED: u64 = 1;
const ATTEMPTS: usize = 20;

type Clusters = Size<3>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/clusters".to_owned());
    fs::create_dir_all(&folder)?;
    show("iris", Size::<4>, Path::new(&folder))?;
    show("wine", Size::<13>, Path::new(&folder))
}

/// The components and clusters of samples with `F` features.
fn show<F: Dim + DimMin<F>>(name: &str, features: F, folder: &Path) -> Result<(), Box<dyn Error>> {
    let path = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/{}.csv"), name);
    let file = File::open(&path).map_err(|error| format!("{path}: {error}"))?;
    let table = Table::read(file, features).map_err(|error| format!("{path}: {error}"))?;
    let (pca, kmeans) = analysed(&table).map_err(|error| format!("{path}: {error}"))?;
    let counts = counts(&table.kinds, &kmeans.clusters, Clusters::default());
    println!("{name}: (samples, features) are {:?}, seed {SEED}", table.samples.sizes());
    println!("variance along the first two components: {:.4}, of all of it {:.4}", pca.variances, pca.ratios);
    println!(
        "kinds, down, in clusters, of inertia {:.4}, whose agreement is {:.4}:",
        kmeans.inertia,
        agreement(&counts)
    );
    println!("{counts:.0}");
    let samples = standardised(&table.samples).expect("as it was analysed");
    let picture = folder.join(format!("{name}.svg"));
    let places = (&pca.transform(&samples), &pca.transform(&kmeans.centres));
    picture::scatter((name, &picture), places.0, places.1, (&table.kinds, &kmeans.clusters))?;
    println!("{}\n", picture.display());
    Ok(())
}

/// The components and clusters of the samples of a file.
type Analysis<F> = (Pca<F>, KMeans<Clusters, F>);

fn analysed<F: Dim + DimMin<F>>(table: &Table<F>) -> Result<Analysis<F>, Box<dyn Error>> {
    let samples = standardised(&table.samples);
    let samples = samples.map_err(|feature| format!("feature {} is the same for all samples", feature + 1))?;
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    Ok((Pca::fit(&samples)?, KMeans::fit(&samples, Clusters::default(), ATTEMPTS, &mut rng)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable::Axis;

    /// The numbers of `reference.py`.
    fn numbers<F: Dim + DimMin<F>>(csv: &[u8], features: F) -> Vec<(String, f64)> {
        let table = Table::read(csv, features).unwrap();
        let (pca, kmeans) = analysed(&table).unwrap();
        let mut numbers = Vec::new();
        for i in 0..2 {
            numbers.push((format!("variance{i}"), pca.variances[i]));
            numbers.push((format!("ratio{i}"), pca.ratios[i]));
        }
        let components = pca.components.indexed_iter();
        numbers.extend(components.map(|([i, j], weight)| (format!("component{i}.{j}"), weight.powi(2))));
        let scores = pca.transform(&standardised(&table.samples).unwrap());
        let n = table.kinds.len();
        for i in [0, n / 2, n - 1] {
            numbers.extend([0, 1].map(|j| (format!("score{i}.{j}"), scores[[i, j]].powi(2))));
        }
        let counts = counts(&table.kinds, &kmeans.clusters, Clusters::default());
        numbers.push(("inertia".to_owned(), kmeans.inertia));
        numbers.push(("agreement".to_owned(), agreement(&counts)));
        let mut sizes = counts.sum(Axis::<0>).to_vec();
        sizes.sort_by(f64::total_cmp);
        numbers.extend(sizes.into_iter().enumerate().map(|(i, size)| (format!("cluster{i}"), size)));
        numbers
    }

    #[test]
    fn the_numbers_are_those_of_scikit_learn() {
        let iris = numbers(include_bytes!("../data/iris.csv"), Size::<4>);
        let wine = numbers(include_bytes!("../data/wine.csv"), Size::<13>);
        let mut ours = [("iris", iris), ("wine", wine)].into_iter();
        let mut ours = ours.by_ref().flat_map(|(name, numbers)| numbers.into_iter().map(move |number| (name, number)));
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&include_bytes!("reference.csv")[..]);
        for line in reader.records() {
            let line = line.unwrap();
            let (name, (key, number)) = ours.next().unwrap();
            assert_eq!((name, &key[..]), (&line[0], &line[1]));
            let reference: f64 = line[2].parse().unwrap();
            assert!((number - reference).abs() < 1e-9 * reference.max(1.0), "{name} {key}: {number}, {reference}");
        }
        assert!(ours.next().is_none());
    }
}
